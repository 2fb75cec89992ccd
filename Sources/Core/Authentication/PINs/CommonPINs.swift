/// The most common PINs that no rule on form refuses: no single digit, run, or block of two or three digits.
///
/// Source: the 20,000 most common passwords in breaches, digits only, in order of frequency. It is Royce Williams'
/// list, https://gist.github.com/roycewilliams/226886fd01572964e1431ac8afc999ce, as in Django 5.2
/// (`django/contrib/auth/common-passwords.txt.gz`). The table has the first 100 of four digits, all 16 of five, and the
/// first 100 of six to twelve.
enum CommonPINs {
    private static let all: StaticString = """
        1342 1986 1989 2004 1984 1987 1985 1980 1982 2000 1945 1951 1988 4200 1022 1979 1983 1977 1981 1122 1978 \
        1990 1991 1976 1975 1992 2468 1974 1973 1993 1969 1994 1995 1230 1972 2005 5150 2112 1996 1970 1971 2002 \
        1999 2580 1966 1968 2001 1997 2010 2008 1998 2007 2006 1967 1964 1965 1221 7007 1963 2009 2003 1962 1004 \
        1960 1001 2011 1000 1961 1231 1959 1957 1213 1958 2012 1123 1955 1357 1956 1225 1020 1223 1235 1112 0007 \
        1954 1224 1012 1121 1210 1211 1236 1024 1245 1011 1907 1453 1950 1953 0420 7410 \
        12413 13579 90210 24680 14344 10203 10577 12321 27653 12369 14789 10101 32167 12346 12356 90801 \
        123321 112233 159753 789456123 123654 789456 159357 147258369 102030 5201314 147258 010203 12341234 111222 \
        12344321 1234561 1234567891 12345678910 147852 290966 123654789 11223344 123789 456123 147852369 1234554321 \
        142536 741852963 4815162342 852456 124578 135790 246810 134679 555666 159951 753951 741852 1314520 \
        1029384756 1122334455 963852741 951753 7758521 1234512345 9379992 121314 1123581321 321654 666999 123698745 \
        456852 8675309 123454321 1478963 111222333 100200 963852 778899 1234321 7895123 1234560 100000 147896325 \
        9111961 258456 123451 31415926 25802580 123987 123457 223344 19871987 192837465 445566 321654987 19851985 \
        12369874 123456654321 123321123 14789632 19841984 112358 19861986 123000 135792468 123456123 7894561230 \
        19891989 654123 19921992 123789456 19821982 123456123456 19801980 11112222 11235813 987456 12301230 753159
        """

    /// Whether these ASCII digits are in the table. The search copies no digit out of secret memory.
    static func contain(_ digits: UnsafeRawBufferPointer) -> Bool {
        all.withUTF8Buffer { text in
            var matched = 0
            var isPossible = true
            for byte in text {
                if byte == UInt8(ascii: " ") {
                    if isPossible && matched == digits.count { return true }
                    (matched, isPossible) = (0, true)
                } else {
                    isPossible = isPossible && matched < digits.count && digits[matched] == byte
                    matched += 1
                }
            }
            return isPossible && matched == digits.count
        }
    }
}

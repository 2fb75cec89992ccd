// peer client SOCKET: calls a panel's methods and prints the answers.
// peer server SOCKET FOLDER: serves an extension; FOLDER has the interface's text.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/varlink/go/varlink"
	"github.com/varlink/go/varlink/idl"
)

type object = map[string]interface{}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// printError prints an error's name and its parameters.
func printError(err error) {
	var failure *varlink.Error
	if !errors.As(err, &failure) {
		fmt.Printf("%T\n", err)
		return
	}
	parameters := object{}
	if raw, ok := failure.Parameters.(*json.RawMessage); ok && raw != nil {
		check(json.Unmarshal(*raw, &parameters))
	}
	fmt.Println(failure.Name, parameters["control"], parameters["nearest"])
}

func client(ctx context.Context, path string) {
	connection, err := varlink.NewConnection(ctx, "unix:"+path)
	check(err)
	defer connection.Close()
	var vendor, product, version, url string
	var interfaces []string
	check(connection.GetInfo(ctx, &vendor, &product, &version, &url, &interfaces))
	sort.Strings(interfaces)
	for _, name := range interfaces {
		text, err := connection.GetInterfaceDescription(ctx, name)
		check(err)
		// This parser accepts only lower-case names of interfaces, although the protocol permits io.systemd.Resolve and the
		// like.
		parsed, err := idl.New(strings.Replace(text, "interface "+name, "interface "+strings.ToLower(name), 1))
		check(err)
		var members []string
		for _, alias := range parsed.Aliases {
			members = append(members, alias.Name)
		}
		for _, method := range parsed.Methods {
			members = append(members, method.Name)
		}
		for _, failure := range parsed.Errors {
			members = append(members, failure.Name)
		}
		sort.Strings(members)
		fmt.Println(name, strings.Join(members, " "))
	}

	receive, err := connection.Send(ctx, "io.holdfast.Panel.List", nil, varlink.More)
	check(err)
	for {
		var reply struct{ Control object }
		flags, err := receive(ctx, &reply)
		check(err)
		snapshot := reply.Control["snapshot"].(object)
		fmt.Println("control", reply.Control["name"], snapshot["isOn"], reply.Control["configuration"])
		if flags&varlink.Continues == 0 {
			break
		}
	}

	var performed struct{ Control object }
	parameters := object{"control": "b", "parameters": object{"n": 1, "t": "é\x00"}}
	check(connection.Call(ctx, "io.holdfast.Panel.Perform", parameters, &performed))
	fmt.Println("performed", performed.Control["name"])
	printError(connection.Call(ctx, "io.holdfast.Panel.Show", object{"control": "nothing"}, nil))
	printError(connection.Call(ctx, "io.holdfast.Panel.List", nil, nil))
	receive, err = connection.Send(ctx, "io.holdfast.Panel.Watch", nil, varlink.More)
	check(err)
	for {
		var reply struct{ Notice object }
		flags, err := receive(ctx, &reply)
		check(err)
		name, known := reply.Notice["name"]
		if !known {
			name = "-"
		}
		fmt.Println("notice", reply.Notice["event"], name)
		if flags&varlink.Continues == 0 {
			break
		}
	}
	_, err = connection.Send(ctx, "io.holdfast.Panel.Reload", object{"control": "b"}, varlink.Oneway)
	check(err)
	var status struct{ Uptime float64 }
	check(connection.Call(ctx, "io.holdfast.Panel.Status", nil, &status))
	fmt.Println("uptime", status.Uptime)
}

// extension implements io.holdfast.Extension, with its text.
type extension struct{ text string }

func (e *extension) VarlinkGetName() string        { return "io.holdfast.Extension" }
func (e *extension) VarlinkGetDescription() string { return e.text }

func (e *extension) VarlinkDispatch(ctx context.Context, call varlink.Call, method string) error {
	var in struct {
		Kind, Performance, Intent string
		Configuration, Values     object
		IsOn                      *bool
	}
	if call.In.Parameters != nil {
		if err := call.GetParameters(&in); err != nil {
			return call.ReplyInvalidParameter(ctx, "parameters")
		}
	}
	switch method {
	case "Describe":
		call.Continues = true
		first := object{"kind": "peer.example.one", "displayName": "One"}
		reply := object{"displayName": "Peer", "notes": []string{"a note"}, "controls": []object{first}}
		if err := call.Reply(ctx, reply); err != nil {
			return err
		}
		call.Continues = false
		room := object{"name": "room", "isRequired": true}
		second := object{"kind": "peer.example.two", "parameters": []object{room}}
		return call.Reply(ctx, object{"controls": []object{second}})
	case "Snapshot":
		if in.Kind == "peer.example.broken" {
			return call.ReplyError(ctx, "io.holdfast.Extension.ValueFailed", object{"reason": "no paper"})
		}
		intent := object{"type": "Set", "values": object{"list": []interface{}{1, 2.5, "x", nil}}}
		control := object{"kind": in.Kind, "isOn": true, "title": in.Configuration["room"]}
		return call.Reply(ctx, object{"evaluation": object{"control": control, "intent": intent}})
	case "Perform":
		isOn := "None"
		if in.IsOn != nil {
			isOn = strings.Title(fmt.Sprint(*in.IsOn))
		}
		failure := fmt.Sprintf("%s %s %v %s", in.Performance, in.Intent, in.Values["n"], isOn)
		return call.Reply(ctx, object{"failure": failure})
	case "Suggest":
		choices := []object{{"value": 1, "title": "One"}, {"value": "two", "title": "Two"}}
		return call.Reply(ctx, object{"choices": choices})
	case "PushTokensChanged":
		return call.Reply(ctx, object{})
	}
	return call.ReplyMethodNotFound(ctx, method)
}

func server(ctx context.Context, path string, folder string) {
	text, err := os.ReadFile(folder + "/io.holdfast.Extension.varlink")
	check(err)
	service, err := varlink.NewService("Test", "Peer", "1", "")
	check(err)
	check(service.RegisterInterface(&extension{string(text)}))
	check(service.Listen(ctx, "unix:"+path, 0))
}

func main() {
	ctx := context.Background()
	if os.Args[1] == "client" {
		client(ctx, os.Args[2])
	} else {
		server(ctx, os.Args[2], os.Args[3])
	}
}

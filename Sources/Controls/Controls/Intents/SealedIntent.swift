/// An intent whose parameters are its control's alone to give: it takes no answers, so that nobody who performs the control
/// has it do something else.
package protocol SealedIntent: AppIntent {}

import EventLoop

extension HostInterface {
    /// The interface over `service`, which knows its callers by their user.
    @PanelActor
    public static func interface(over service: any HostService) -> VarlinkInterface {
        VarlinkInterface(
            name: name, description: HoldfastInterfaces.host,
            methods: [
                .method(Reload.name, Reload.Parameters.self, NoParameters.self) { parameters, call in
                    if service.reload(kind: parameters.kind, for: .user(call.peer.user)) {
                        call.reply(NoParameters())
                    } else if let kind = parameters.kind {
                        call.fail(NotYours(kind: kind))
                    } else {
                        call.fail(VarlinkService.PermissionDenied())
                    }
                },
                .method(CurrentControls.name, NoParameters.self, CurrentControls.Reply.self) { _, call in
                    call.reply(.init(placements: service.currentControls(for: .user(call.peer.user))))
                },
                .method(Confirm.name, Confirm.Parameters.self, Confirm.Reply.self) { parameters, call in
                    let question = service.confirm(
                        performance: parameters.performance, dialog: parameters.dialog
                    ) { isConfirmed in
                        call.reply(.init(confirmed: isConfirmed))
                    }
                    call.ended = { question.cancel() }
                },
                .method(ShowActivity.name, ShowActivity.Parameters.self, NoParameters.self) { parameters, call in
                    if service.show(parameters.activity, for: .user(call.peer.user)) {
                        call.reply(NoParameters())
                    } else {
                        call.fail(ActivityRefused(id: parameters.activity.id))
                    }
                },
                .method(EndActivity.name, EndActivity.Parameters.self, NoParameters.self) { parameters, call in
                    service.endActivity(id: parameters.id, for: .user(call.peer.user))
                    call.reply(NoParameters())
                },
            ])
    }
}

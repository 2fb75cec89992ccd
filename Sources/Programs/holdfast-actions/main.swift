import Actions
import ControlExtension

await Actions.main()

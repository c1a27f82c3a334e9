package io.cambric.sample;

import io.cambric.module.Handle;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** As generated from {@link SettingUpDef}. */
public final class SettingUp extends Module<SettingUp> {

  private static final ModuleType<SettingUp> TYPE =
      ModuleType.of(
              "SettingUp",
              SettingUp.class,
              SettingUpDef.class,
              SettingUp::new,
              List.of(
                  new ModuleType.Component<>("setup", "setup", SettingUpDef::setup),
                  new ModuleType.Component<>("body", "body", SettingUpDef::body)))
          .withSetup(SettingUpDef::parts);

  private SettingUp(Handle handle, SettingUpDef definition) {
    super(TYPE, handle, definition);
  }

  public static SettingUp of(Supplier<Record> setup, BiFunction<Record, Object, Object> body) {
    return construct(TYPE, () -> new SettingUpDef(setup, body));
  }

  private SettingUpDef def() {
    return definition(this);
  }

  public static SettingUp self() {
    return self(TYPE);
  }

  public Record parts() {
    return templateParts(this);
  }

  public Object call(Object argument) {
    return run(
        "call", MethodKind.PLAIN, a -> def().call(setupParts(this), a.<Object>get(0)), argument);
  }

  public Object compact(Object argument) {
    return run(
        "compact",
        MethodKind.COMPACT,
        a -> def().compact(setupParts(this), a.<Object>get(0)),
        argument);
  }
}

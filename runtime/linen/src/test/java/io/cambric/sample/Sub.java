package io.cambric.sample;

import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.Layer;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import java.util.List;

/** As generated from {@link SubDef}. */
public final class Sub extends Module<Sub> implements Layer {

  private static final ModuleType<Sub> TYPE =
      ModuleType.of(
          "Sub",
          Sub.class,
          SubDef.class,
          Sub::new,
          List.of(new ModuleType.Component<>("inner", "m", SubDef::inner)));

  private Sub(Handle handle, SubDef definition) {
    super(TYPE, handle, definition);
  }

  public static Sub of(Layer inner) {
    return construct(TYPE, () -> new SubDef(inner));
  }

  private SubDef def() {
    return definition(this);
  }

  public static Sub self() {
    return self(TYPE);
  }

  public static Sub of() {
    return construct(TYPE, () -> new SubDef());
  }

  public Layer inner() {
    return attribute(def().inner());
  }

  @Override
  public Array call(Array x) {
    return run("call", MethodKind.PLAIN, a -> def().call(a.<Array>get(0)), x);
  }
}

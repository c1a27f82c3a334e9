package io.cambric.sample;

import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.Layer;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import java.util.List;

/** As generated from {@link MlpDef}. */
public final class Mlp extends Module<Mlp> implements Layer {

  private static final ModuleType<Mlp> TYPE =
      ModuleType.of(
          "Mlp",
          Mlp.class,
          MlpDef.class,
          Mlp::new,
          List.of(
              new ModuleType.Component<>("hidden", "hidden", MlpDef::hidden),
              new ModuleType.Component<>("out", "out", MlpDef::out)));

  private Mlp(Handle handle, MlpDef definition) {
    super(TYPE, handle, definition);
  }

  public static Mlp of(int hidden, int out) {
    return construct(TYPE, () -> new MlpDef(hidden, out));
  }

  private MlpDef def() {
    return definition(this);
  }

  public static Mlp self() {
    return self(TYPE);
  }

  public Mlp withHidden(int hidden) {
    return rebuild((MlpDef def) -> new MlpDef(hidden, def.out()));
  }

  @Override
  public Array call(Array x) {
    return run("call", MethodKind.COMPACT, a -> def().call(a.<Array>get(0)), x);
  }
}

package io.cambric.sample;

import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.Layer;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import java.util.List;

/** As generated from {@link TwoDef}. */
public final class Two extends Module<Two> implements Layer {

  private static final ModuleType<Two> TYPE =
      ModuleType.of(
          "Two",
          Two.class,
          TwoDef.class,
          Two::new,
          List.of(
              new ModuleType.Component<>("a", "a", TwoDef::a),
              new ModuleType.Component<>("b", "b", TwoDef::b)));

  private Two(Handle handle, TwoDef definition) {
    super(TYPE, handle, definition);
  }

  public static Two of(Layer a, Layer b) {
    return construct(TYPE, () -> new TwoDef(a, b));
  }

  private TwoDef def() {
    return definition(this);
  }

  public static Two self() {
    return self(TYPE);
  }

  public Layer a() {
    return attribute(def().a());
  }

  public Layer b() {
    return attribute(def().b());
  }

  public Two withB(Layer b) {
    return rebuild((TwoDef def) -> new TwoDef(def.a(), b));
  }

  @Override
  public Array call(Array x) {
    return run("call", MethodKind.PLAIN, a -> def().call(a.<Array>get(0)), x);
  }
}

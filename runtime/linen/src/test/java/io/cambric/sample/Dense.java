package io.cambric.sample;

import io.cambric.core.Array;
import io.cambric.module.Applied;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Handle;
import io.cambric.module.Layer;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import java.util.List;

/** As generated from {@link DenseDef}. */
public final class Dense extends Module<Dense> implements Layer {

  private static final ModuleType<Dense> TYPE =
      ModuleType.of(
          "Dense",
          Dense.class,
          DenseDef.class,
          Dense::new,
          List.of(
              new ModuleType.Component<>("features", "features", DenseDef::features),
              new ModuleType.Component<>("useBias", "useBias", DenseDef::useBias),
              new ModuleType.Component<>("kernelInit", "kernelInit", DenseDef::kernelInit)));

  private Dense(Handle handle, DenseDef definition) {
    super(TYPE, handle, definition);
  }

  public static Dense of(int features) {
    return construct(TYPE, () -> new DenseDef(features));
  }

  public static Dense of(int features, boolean useBias, Initializer kernelInit) {
    return construct(TYPE, () -> new DenseDef(features, useBias, kernelInit));
  }

  private DenseDef def() {
    return definition(this);
  }

  public int features() {
    return def().features();
  }

  public Dense withFeatures(int features) {
    return rebuild((DenseDef def) -> new DenseDef(features, def.useBias(), def.kernelInit()));
  }

  public Dense withUseBias(boolean useBias) {
    return rebuild((DenseDef def) -> new DenseDef(def.features(), useBias, def.kernelInit()));
  }

  public static Dense self() {
    return self(TYPE);
  }

  @Override
  public Array call(Array x) {
    return run("call", MethodKind.COMPACT, a -> def().call(a.<Array>get(0)), x);
  }

  public Variables init(Key key, Array x) {
    return init(key, m -> m.call(x));
  }

  public Array apply(Variables variables, Array x) {
    return apply(variables, m -> m.call(x));
  }

  public Applied<Array> apply(Variables variables, ApplyOptions options, Array x) {
    return apply(variables, options, m -> m.call(x));
  }
}

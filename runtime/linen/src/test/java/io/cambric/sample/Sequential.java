package io.cambric.sample;

import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.Layer;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import java.util.List;

/** As generated from {@link SequentialDef}. */
public final class Sequential extends Module<Sequential> implements Layer {

  private static final ModuleType<Sequential> TYPE =
      ModuleType.of(
          "Sequential",
          Sequential.class,
          SequentialDef.class,
          Sequential::new,
          List.of(new ModuleType.Component<>("layers", "layers", SequentialDef::layers)));

  private Sequential(Handle handle, SequentialDef definition) {
    super(TYPE, handle, definition);
  }

  public static Sequential of(Layer... layers) {
    return construct(TYPE, () -> new SequentialDef(List.of(layers)));
  }

  private SequentialDef def() {
    return definition(this);
  }

  public static Sequential self() {
    return self(TYPE);
  }

  public List<Layer> layers() {
    return attribute(def().layers());
  }

  @Override
  public Array call(Array x) {
    return run("call", MethodKind.PLAIN, a -> def().call(a.<Array>get(0)), x);
  }
}

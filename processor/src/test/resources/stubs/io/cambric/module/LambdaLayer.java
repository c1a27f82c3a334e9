package io.cambric.module;

import io.cambric.core.Array;

public sealed class LambdaLayer extends Module<LambdaLayer> implements Layer {
  private LambdaLayer(Handle handle, Record definition) {
    super(null, handle, definition);
  }

  @Override
  public Array call(Array x) {
    throw new UnsupportedOperationException();
  }

  public Vmapped vmap(String... methods) {
    throw new UnsupportedOperationException();
  }

  public static final class Vmapped extends LambdaLayer implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}

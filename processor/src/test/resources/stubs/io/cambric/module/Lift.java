package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.transform.Fn;

public final class Lift {
  private Lift() {}

  public interface Lifted<M> {
    Array call(M module, Array x);
  }

  public static <M extends Module<M>> Lifted<M> vmap(Lifted<M> f) {
    return f;
  }

  public static Fn<Array, Array> remat(Fn<Array, Array> f) {
    return f;
  }
}

package io.cambric.module;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.transform.function.Fn2;
import java.util.List;
import java.util.function.Supplier;

public final class ModuleExample {
  private ModuleExample() {}

  public static ModuleExample of(String definition, int number, String call) {
    return new ModuleExample();
  }

  public ModuleExample in(DType dtype, int... sizes) {
    return this;
  }

  public ModuleExample out(DType dtype, int... sizes) {
    return this;
  }

  public <M extends Module<M>> void run(Supplier<M> module, Fn2<M, List<Array>, ?> call) {}
}

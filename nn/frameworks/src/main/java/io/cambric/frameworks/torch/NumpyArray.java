package io.cambric.frameworks.torch;

import org.jspecify.annotations.Nullable;

/** An array of NumPy. Mutable, since a pickle makes it empty and fills it afterwards. */
final class NumpyArray {

  private @Nullable TorchTensor tensor;

  /** Fills the array. */
  void fill(TorchTensor content) {
    tensor = content;
  }

  /** {@return the content; null if it was never filled} */
  @Nullable TorchTensor tensor() {
    return tensor;
  }

  @Override
  public String toString() {
    return "an array of NumPy";
  }
}

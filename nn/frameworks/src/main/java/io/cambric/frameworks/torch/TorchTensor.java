package io.cambric.frameworks.torch;

import io.cambric.io.WeightEntry;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The header of a tensor in an open file: dtype, sizes, and the part of a storage that it views. A
 * NumPy array counts as a tensor. Immutable, and equal only to itself.
 *
 * @see TorchFile#get
 */
public final class TorchTensor {

  private final TorchType type;
  private final TorchView view;
  private final TorchStorage storage;
  private final ByteOrder order;
  private final Flags flags;

  /**
   * The properties of a tensor besides its elements.
   *
   * @param conjugated whether imaginary parts are stored with the opposite sign
   * @param negated whether all numbers are stored with the opposite sign
   */
  record Flags(boolean requiresGrad, boolean parameter, boolean conjugated, boolean negated) {

    static final Flags NONE = new Flags(false, false, false, false);

    Flags asParameter(boolean needsGrad) {
      return new Flags(needsGrad, true, conjugated, negated);
    }
  }

  TorchTensor(TorchType type, TorchView view, TorchStorage storage, ByteOrder order, Flags flags) {
    this.type = type;
    this.view = view;
    this.storage = storage;
    this.order = order;
    this.flags = flags;
  }

  TorchTensor asParameter(boolean needsGrad) {
    return new TorchTensor(type, view, storage, order, flags.asParameter(needsGrad));
  }

  /** {@return the dtype in the words of NumPy, such as {@code float32} or {@code complex64}} */
  public String dtype() {
    return type.text();
  }

  /** {@return the sizes of the axes} */
  public List<Long> sizes() {
    return view.sizes();
  }

  /** {@return the distances between neighbours along each axis, in elements of the storage} */
  public List<Long> strides() {
    return view.strides();
  }

  /** {@return the position of the first element in the storage} */
  public long offset() {
    return view.offset();
  }

  /** {@return whether it is an {@code nn.Parameter}} */
  public boolean isParameter() {
    return flags.parameter();
  }

  /** {@return whether PyTorch computes its gradient} */
  public boolean requiresGrad() {
    return flags.requiresGrad();
  }

  /** {@return whether both view the same storage, as tied weights do} */
  public boolean sharesStorageWith(TorchTensor other) {
    return storage.isSame(other.storage);
  }

  TorchType type() {
    return type;
  }

  TorchView view() {
    return view;
  }

  TorchStorage storage() {
    return storage;
  }

  ByteOrder order() {
    return order;
  }

  Flags flags() {
    return flags;
  }

  /** {@return the number of bytes of its elements} */
  long bytes() {
    return view.elements() * type.bytes();
  }

  WeightEntry entry(String name) {
    return new WeightEntry(name, dtype(), sizes(), bytes());
  }

  /** {@return dtype and sizes, as in {@code float32[2, 3]}} */
  @Override
  public String toString() {
    return dtype() + sizes();
  }
}

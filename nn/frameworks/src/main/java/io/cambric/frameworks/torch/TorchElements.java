package io.cambric.frameworks.torch;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.HeapRoom;
import io.cambric.core.KernelRegistry;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.file.support.Quoted;
import io.cambric.file.support.UnpackLimit;
import io.cambric.io.RawArray;
import io.cambric.kernel.Operand;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/** Reads the elements of tensors of one file, in row-major order. */
final class TorchElements {

  private final String file;
  private final TorchContents contents;
  private final UnpackLimit limit;

  TorchElements(String file, TorchContents contents, UnpackLimit limit) {
    this.file = file;
    this.contents = contents;
    this.limit = limit;
  }

  /**
   * {@return shape and dtype as an array}
   *
   * @throws DataException if Cambric does not have the dtype, or the elements are too many for an
   *     array
   */
  ShapedArray aval(String name, TorchTensor tensor) {
    var dtype = tensor.type().dtype();
    if (dtype == null) {
      throw new DataException(
          "Tensor %s of %s has the dtype %s, which Cambric cannot compute with. Read its bytes with raw(name)."
              .formatted(Quoted.of(name), file, tensor.dtype()));
    }
    return new ShapedArray(shape(name, tensor), dtype);
  }

  private Shape shape(String name, TorchTensor tensor) {
    var sizes = tensor.sizes();
    try {
      return Shape.of(sizes.stream().mapToInt(Math::toIntExact).toArray());
    } catch (ArithmeticException | ShapeException e) {
      throw new DataException(
          "Tensor %s of %s has sizes %s, more elements than a Java array. Save a part of it, or without expand()."
              .formatted(Quoted.of(name), file, sizes),
          e);
    }
  }

  NdArray array(String name, TorchTensor tensor) {
    var aval = aval(name, tensor);
    return NdArray.of(aval, units(name, tensor, aval.shape()));
  }

  RawArray raw(String name, TorchTensor tensor) {
    var shape = shape(name, tensor);
    long length = tensor.bytes();
    if (length > Shape.MAX_SIZE) {
      throw new DataException(
          "Tensor %s of %s has %d bytes, more than the %d of a Java array. Save it in parts."
              .formatted(Quoted.of(name), file, length, Shape.MAX_SIZE));
    }
    int units = tensor.type().units();
    var read = units(name, tensor, units == 1 ? shape : shape.insert(shape.rank(), units));
    var bytes = HeapRoom.allocate(new ShapedArray(Shape.of((int) length), DType.U8)).bytes();
    read.write(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, read.length());
    return RawArray.of(tensor.dtype(), shape, bytes);
  }

  /**
   * {@return the numbers of all elements}
   *
   * @param shape with the numbers of an element as the last axis, if there are several
   */
  private Buffer units(String name, TorchTensor tensor, Shape shape) {
    if (tensor.bytes() > tensor.storage().bytes()) {
      limit.require(
          "Tensor %s of %s".formatted(Quoted.of(name), file),
          tensor.storage().bytes(),
          tensor.bytes());
    }
    var unit = tensor.type().unit();
    var view = tensor.view();
    Buffer read;
    if (view.isDense() || shape.size() == 0) {
      read = HeapRoom.allocate(new ShapedArray(shape, unit));
      fill(name, tensor, read);
    } else {
      long span = view.span() * tensor.type().units();
      if (span > Shape.MAX_SIZE) {
        throw new DataException(
            "Tensor %s of %s views %d elements of its storage, more than a Java array. Save tensor.contiguous()."
                .formatted(Quoted.of(name), file, span));
      }
      var storage = HeapRoom.allocate(new ShapedArray(Shape.of((int) span), unit));
      fill(name, tensor, storage);
      read = rowMajor(tensor, shape, storage);
    }
    if (tensor.flags().negated()) {
      negate(read, 0, 1);
    }
    if (tensor.flags().conjugated()) {
      negate(read, 1, 2);
    }
    return read;
  }

  /** Reads the elements from the first to the last one of a view. */
  private void fill(String name, TorchTensor tensor, Buffer to) {
    var storage = tensor.storage();
    int width = tensor.type().unit().bytes();
    long from = storage.start() + tensor.view().offset() * tensor.type().bytes();
    long count = (long) to.length() * width;
    if (count == 0) {
      return;
    }
    var sink =
        new Consumer<ByteBuffer>() {

          private int done;

          @Override
          public void accept(ByteBuffer piece) {
            int some = piece.remaining() / width;
            to.read(piece.slice().order(tensor.order()), done, some);
            done += some;
          }
        };
    var inPickle = storage.inPickle();
    if (inPickle == null) {
      contents.read(storage.key(), from, count, sink);
    } else {
      sink.accept(inPickle.slice((int) from, (int) count));
    }
    if (tensor.type() == TorchType.BOOL) {
      requireTruth(name, to.bytes());
    }
  }

  private void requireTruth(String name, byte[] values) {
    for (byte value : values) {
      if ((value & ~1) != 0) {
        throw TorchFormat.malformed(
            file,
            "an element of %s, of dtype bool, is %d, not 0 or 1".formatted(Quoted.of(name), value));
      }
    }
  }

  /** {@return the same elements, the last axis varying fastest} */
  private static Buffer rowMajor(TorchTensor tensor, Shape shape, Buffer storage) {
    int[] strides = shape.strides();
    int units = tensor.type().units();
    for (int i = 0; i < tensor.sizes().size(); i++) {
      // A stride along an axis of one element or none is never taken, and may be huge.
      strides[i] = shape.dim(i) <= 1 ? 0 : (int) (tensor.strides().get(i) * units);
    }
    // Kernels convert halves to floats, which would change the bits of some NaNs.
    var dtype = storage.dtype();
    boolean half = dtype == DType.F16 || dtype == DType.BF16;
    var bits = half ? storage.as(DType.U16) : storage;
    var aval = new ShapedArray(shape, bits.dtype());
    var copy = NdArray.of(aval, new Operand(bits, 0, strides), KernelRegistry.kernels()).buffer();
    return half ? copy.as(dtype) : copy;
  }

  /** Changes the sign bit of some numbers. */
  private static void negate(Buffer numbers, int from, int step) {
    for (int i = from; i < numbers.length(); i += step) {
      switch (numbers.storage()) {
        case float[] a -> a[i] = -a[i];
        case double[] a -> a[i] = -a[i];
        case long[] a -> a[i] ^= Long.MIN_VALUE;
        case int[] a -> a[i] ^= Integer.MIN_VALUE;
        case short[] a -> a[i] ^= Short.MIN_VALUE;
        default -> throw new AssertionError(numbers.dtype());
      }
    }
  }
}

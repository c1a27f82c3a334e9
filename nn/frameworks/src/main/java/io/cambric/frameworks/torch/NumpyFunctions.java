package io.cambric.frameworks.torch;

import io.cambric.file.support.Quoted;
import io.cambric.frameworks.torch.TorchObjects.PickledClass;
import io.cambric.frameworks.torch.TorchObjects.PickledFunction;
import io.cambric.frameworks.torch.TorchTensor.Flags;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The functions of NumPy in pickles: dtypes, arrays and scalars. */
final class NumpyFunctions {

  private static final String REMEDY = "Save it as a tensor, or as plain numbers";

  private final String file;
  private final TorchViews views;

  NumpyFunctions(String file, TorchViews views) {
    this.file = file;
    this.views = views;
  }

  List<PickledFunction> functions() {
    var all = new ArrayList<PickledFunction>();
    all.add(new PickledFunction("numpy.dtype", this::dtype));
    // The second name is the one before NumPy 2.
    for (var module : List.of("numpy._core", "numpy.core")) {
      all.add(new PickledFunction(module + ".multiarray._reconstruct", NumpyFunctions::array));
      all.add(new PickledFunction(module + ".multiarray.scalar", this::scalar));
      all.add(new PickledFunction(module + ".numeric._frombuffer", this::arrayOfBytes));
    }
    return all;
  }

  private NumpyDType dtype(TorchArguments arguments) {
    arguments.requireSize(1, 3);
    var code = arguments.text(0);
    return new NumpyDType(
        TorchType.ofNumpy(code)
            .orElseThrow(() ->
                TorchFormat.refused(file, "NumPy values of dtype " + Quoted.of(code), REMEDY)));
  }

  /** An array that gets its content afterwards; the arguments are those of an empty one. */
  private static NumpyArray array(TorchArguments arguments) {
    arguments.requireSize(3, 3);
    arguments.get(0, PickledClass.class, "numpy.ndarray");
    return new NumpyArray();
  }

  private Object scalar(TorchArguments arguments) {
    arguments.requireSize(2, 2);
    var dtype = arguments.get(0, NumpyDType.class, "a dtype of NumPy");
    var bytes = arguments.get(1, ByteBuffer.class, "bytes");
    if (bytes.remaining() != dtype.type().bytes()) {
      throw arguments.wrong(1, "%d bytes".formatted(dtype.type().bytes()));
    }
    return dtype.value(bytes);
  }

  /** Protocol 5: the bytes, the dtype, the sizes, and the axis that varies fastest. */
  private NumpyArray arrayOfBytes(TorchArguments arguments) {
    arguments.requireSize(4, 4);
    var array = new NumpyArray();
    array.fill(tensor(arguments, 0, 1, 2, arguments.text(3).equals("F")));
    return array;
  }

  /** Sets the order of bytes, the second part of the state of a dtype. */
  void build(NumpyDType dtype, TorchArguments state) {
    state.requireSize(2, 9);
    switch (state.text(1)) {
      case "<", "|", "=" -> dtype.setOrder(ByteOrder.LITTLE_ENDIAN);
      case ">" -> dtype.setOrder(ByteOrder.BIG_ENDIAN);
      default -> throw state.wrong(1, "an order of bytes");
    }
  }

  /** Sets version, sizes, dtype, whether the first axis varies fastest, and bytes. */
  void build(NumpyArray array, TorchArguments state) {
    state.requireSize(5, 5);
    array.fill(tensor(state, 4, 2, 1, state.truth(3)));
  }

  private TorchTensor tensor(
      TorchArguments arguments, int bytesAt, int dtypeAt, int sizesAt, boolean firstAxisFastest) {
    var bytes = arguments.get(bytesAt, ByteBuffer.class, "bytes");
    var dtype = arguments.get(dtypeAt, NumpyDType.class, "a dtype of NumPy");
    int width = dtype.type().bytes();
    if (bytes.remaining() % width != 0) {
      throw arguments.wrong(bytesAt, "a multiple of %d bytes".formatted(width));
    }
    var view =
        views.dense(arguments.wholes(sizesAt), firstAxisFastest, bytes.remaining() / width, width);
    var storage = new TorchStorage("of NumPy", dtype.type(), 0, bytes.remaining(), bytes);
    return new TorchTensor(dtype.type(), view, storage, dtype.order(), Flags.NONE);
  }
}

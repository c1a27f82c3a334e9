package io.cambric.frameworks.torch;

import io.cambric.errors.DataException;
import io.cambric.frameworks.pickle.PickledItems;
import io.cambric.frameworks.pickle.PickledItems.Kind;
import io.cambric.frameworks.torch.TorchObjects.PickledClass;
import io.cambric.frameworks.torch.TorchObjects.PickledFunction;
import io.cambric.frameworks.torch.TorchTensor.Flags;
import io.cambric.serialization.ComplexNumber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The functions and classes that stand for those of Python, by their full names. */
final class TorchFunctions {

  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final String file;
  private final TorchContents contents;
  private final TorchViews views;
  private final NumpyFunctions numpy;
  private final Map<String, Object> byName = new HashMap<>();

  TorchFunctions(String file, TorchContents contents) {
    this.file = file;
    this.contents = contents;
    this.views = new TorchViews(this::malformed);
    this.numpy = new NumpyFunctions(file, views);
    addContainers();
    addTensors();
    numpy.functions().forEach(function -> byName.put(function.name(), function));
    for (var name : List.of("torch.Tensor", "torch.nn.parameter.Parameter", "numpy.ndarray")) {
      byName.put(name, new PickledClass(name));
    }
  }

  /** {@return what a full name of Python stands for; nothing if the name is not permitted} */
  Optional<Object> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  NumpyFunctions numpy() {
    return numpy;
  }

  private void add(String name, Function<TorchArguments, @Nullable Object> body) {
    byName.put(name, new PickledFunction(name, body));
  }

  private void addContainers() {
    add("collections.OrderedDict", TorchFunctions::orderedDict);
    // The function that makes missing values is of no interest.
    add("collections.defaultdict", _ -> new PickledItems(Kind.DICT));
    add("collections.Counter", TorchFunctions::copiedDict);
    add("_codecs.encode", this::encode);
    for (var module : List.of("builtins", "__builtin__")) {
      add(module + ".set", TorchFunctions::set);
      add(module + ".frozenset", TorchFunctions::set);
      add(module + ".complex", TorchFunctions::complex);
      add(module + ".bytes", TorchFunctions::bytes);
      add(module + ".bytearray", TorchFunctions::bytes);
      for (var type : List.of("int", "float", "bool", "str", "list", "dict", "tuple")) {
        byName.put(module + "." + type, new PickledClass(type));
      }
    }
    for (var list : List.of("build_intlist", "build_doublelist", "build_boollist")) {
      add("torch.jit._pickle." + list, TorchFunctions::first);
    }
    add("torch.jit._pickle.build_tensorlist", TorchFunctions::first);
    add("torch.jit._pickle.restore_type_tag", TorchFunctions::first);
  }

  private void addTensors() {
    add("torch.Size", TorchFunctions::size);
    add("torch.device", TorchFunctions::device);
    add("torch._utils._rebuild_tensor", arguments -> tensor(arguments, 4, 4, null));
    add("torch._utils._rebuild_tensor_v2", arguments -> tensor(arguments, 6, 7, null));
    add("torch._utils._rebuild_tensor_v3", this::typedTensor);
    add("torch._utils._rebuild_parameter", arguments -> parameter(arguments, 3));
    add("torch._utils._rebuild_parameter_with_state", arguments -> parameter(arguments, 4));
    add("torch._tensor._rebuild_from_type_v2", this::withAttributes);
  }

  private static @Nullable Object first(TorchArguments arguments) {
    arguments.requireSize(1, 2);
    return arguments.get(0);
  }

  private static PickledItems size(TorchArguments arguments) {
    arguments.requireSize(1, 1);
    arguments.wholes(0);
    return PickledItems.of(Kind.TUPLE, arguments.items(0));
  }

  private static PickledItems orderedDict(TorchArguments arguments) {
    arguments.requireSize(0, 1);
    var dict = new PickledItems(Kind.DICT);
    if (arguments.size() == 1) {
      for (var pair : arguments.items(0)) {
        if (!(pair instanceof PickledItems items) || items.items().size() != 2) {
          throw arguments.wrong(0, "a list of pairs");
        }
        dict.addAll(items.items());
      }
    }
    return dict;
  }

  private static PickledItems copiedDict(TorchArguments arguments) {
    arguments.requireSize(0, 1);
    return arguments.size() == 0
        ? new PickledItems(Kind.DICT)
        : PickledItems.of(Kind.DICT, arguments.dictionary(0).items());
  }

  private static PickledItems set(TorchArguments arguments) {
    arguments.requireSize(0, 1);
    return arguments.size() == 0
        ? new PickledItems(Kind.SET)
        : PickledItems.of(Kind.SET, arguments.items(0));
  }

  private static ComplexNumber complex(TorchArguments arguments) {
    arguments.requireSize(2, 2);
    return new ComplexNumber(
        arguments.get(0, Double.class, "a number"), arguments.get(1, Double.class, "a number"));
  }

  private static ByteBuffer bytes(TorchArguments arguments) {
    arguments.requireSize(0, 1);
    return arguments.size() == 0 ? NO_BYTES : arguments.get(0, ByteBuffer.class, "bytes");
  }

  /** Protocol 2 has no bytes: they come as a text of as many characters. */
  private ByteBuffer encode(TorchArguments arguments) {
    arguments.requireSize(2, 2);
    var text = arguments.text(0);
    if (!arguments.text(1).equals("latin1")) {
      throw arguments.wrong(1, "\"latin1\"");
    }
    byte[] bytes = new byte[text.length()];
    for (int i = 0; i < bytes.length; i++) {
      if (text.charAt(i) > 0xFF) {
        throw malformed("a text of bytes has a character that is no byte");
      }
      bytes[i] = (byte) text.charAt(i);
    }
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  private static String device(TorchArguments arguments) {
    arguments.requireSize(1, 2);
    return arguments.size() == 1
        ? arguments.text(0)
        : arguments.text(0) + ":" + arguments.get(1, Long.class, "a whole number");
  }

  /**
   * {@return the tensor of a storage, an offset, sizes, strides, whether it requires gradients,
   * hooks and flags, of which the last ones may be missing}
   *
   * @param given the dtype; null for the one of the storage
   */
  private TorchTensor tensor(
      TorchArguments arguments, int least, int most, @Nullable TorchType given) {
    arguments.requireSize(least, most);
    var storage = arguments.get(0, TorchStorage.class, "a storage");
    var type = given == null ? storage.type() : given;
    long offset = arguments.get(1, Long.class, "a whole number");
    var view =
        views.view(
            arguments.wholes(2),
            arguments.wholes(3),
            offset,
            storage.bytes() / type.bytes(),
            type.bytes());
    boolean requiresGrad = arguments.size() > 4 && arguments.truth(4);
    if (arguments.size() > 5) {
      requireNoHooks(arguments, 5);
    }
    int last = given == null ? 6 : 7;
    var flags = arguments.size() > last ? flags(arguments, last, type) : Flags.NONE;
    return new TorchTensor(
        type,
        view,
        storage,
        contents.order(),
        new Flags(requiresGrad, false, flags.conjugated(), flags.negated()));
  }

  /** The third version has the dtype behind the hooks. */
  private TorchTensor typedTensor(TorchArguments arguments) {
    arguments.requireSize(7, 8);
    return tensor(arguments, 7, 8, arguments.get(6, TorchType.class, "a dtype"));
  }

  private void requireNoHooks(TorchArguments arguments, int i) {
    if (arguments.get(i) != null && !arguments.dictionary(i).items().isEmpty()) {
      throw TorchFormat.refused(file, "hooks of a tensor", "Save the tensor.detach() instead");
    }
  }

  private static Flags flags(TorchArguments arguments, int i, TorchType type) {
    boolean conjugated = false;
    boolean negated = false;
    if (arguments.get(i) != null) {
      var items = arguments.dictionary(i).items();
      for (int at = 0; at < items.size(); at += 2) {
        boolean isSet = Boolean.TRUE.equals(items.get(at + 1));
        conjugated |= isSet && "conj".equals(items.get(at));
        negated |= isSet && "neg".equals(items.get(at));
      }
    }
    if ((conjugated && type.units() != 2) || (negated && !type.isSigned())) {
      throw arguments.wrong(i, "the flags of a tensor of " + type);
    }
    return new Flags(false, false, conjugated, negated);
  }

  private TorchTensor parameter(TorchArguments arguments, int size) {
    arguments.requireSize(size, size);
    requireNoHooks(arguments, 2);
    return arguments.get(0, TorchTensor.class, "a tensor").asParameter(arguments.truth(1));
  }

  /** A function, the class of its result, its arguments, and attributes that Python code set. */
  private @Nullable Object withAttributes(TorchArguments arguments) {
    arguments.requireSize(4, 4);
    arguments.get(1, PickledClass.class, "torch.Tensor");
    var function = arguments.get(0, PickledFunction.class, "a function");
    if (!function.name().startsWith("torch._utils.")) {
      throw arguments.wrong(0, "a function that makes a tensor");
    }
    var inner = new ArrayList<>(arguments.items(2));
    return function.body().apply(new TorchArguments(function.name(), inner, this::malformed));
  }

  private DataException malformed(String what) {
    return TorchFormat.malformed(file, what);
  }
}

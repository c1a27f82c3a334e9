package io.cambric.frameworks.torch;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.frameworks.pickle.PickleObjects;
import io.cambric.frameworks.pickle.PickledItems;
import io.cambric.frameworks.pickle.PickledItems.Kind;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The objects that pickles of PyTorch may name: tensors, their storages, and plain containers and
 * values. All other names are refused when the pickle says them, before anything is done with them.
 */
final class TorchObjects implements PickleObjects {

  private static final String REMEDY =
      "Save a dictionary of tensors instead, as in torch.save(model.state_dict(), file)";

  private final String file;
  private final TorchContents contents;
  private final boolean script;
  private final TorchFunctions functions;

  /**
   * A function of Python.
   *
   * @param name for messages
   * @param body what stands for it
   */
  record PickledFunction(String name, Function<TorchArguments, @Nullable Object> body) {

    @Override
    public String toString() {
      return "function " + name;
    }
  }

  /** A class that is only an argument of functions. */
  record PickledClass(String name) {

    @Override
    public String toString() {
      return "class " + name;
    }
  }

  private record StorageClass(TorchType type) {

    @Override
    public String toString() {
      return "a class of storages";
    }
  }

  private record ScriptClass(String name) {

    @Override
    public String toString() {
      return "class " + name;
    }
  }

  /**
   * Takes the objects of one file.
   *
   * @param script whether classes of TorchScript stand for their attributes
   */
  TorchObjects(String file, TorchContents contents, boolean script) {
    this.file = file;
    this.contents = contents;
    this.script = script;
    this.functions = new TorchFunctions(file, contents);
  }

  @Override
  public Object global(String module, String name) {
    var full = module + "." + name;
    var known = functions.find(full).map(Object.class::cast).or(() -> named(module, name));
    if (known.isPresent()) {
      return known.get();
    }
    if (script && module.startsWith("__torch__.")) {
      return new ScriptClass(full);
    }
    throw switch (full) {
      case "torch._utils._rebuild_qtensor" ->
          TorchFormat.refused(
              file, "quantised tensors", "Save their values, tensor.dequantize(), instead");
      case "torch._utils._rebuild_sparse_tensor", "torch.serialization._get_layout" ->
          TorchFormat.refused(
              file, "sparse tensors", "Save their values, tensor.to_dense(), instead");
      default -> TorchFormat.refused(file, "the Python name " + Quoted.of(full), REMEDY);
    };
  }

  private static Optional<Object> named(String module, String name) {
    return switch (module) {
      case "torch", "torch.cuda", "torch.storage" -> {
        var type = TorchType.ofStorage(name).map(StorageClass::new);
        yield type.isPresent() ? type.map(Object.class::cast) : dtype(module, name);
      }
      default -> Optional.empty();
    };
  }

  private static Optional<Object> dtype(String module, String name) {
    return module.equals("torch") ? TorchType.of(name).map(Object.class::cast) : Optional.empty();
  }

  @Override
  public @Nullable Object call(@Nullable Object function, List<@Nullable Object> arguments) {
    return switch (function) {
      case PickledFunction named -> named.body().apply(arguments(named.name(), arguments));
      case ScriptClass _ -> new PickledItems(Kind.OBJECT);
      case null, default ->
          throw malformed("its pickle calls %s".formatted(PickledText.of(function)));
    };
  }

  @Override
  public void build(@Nullable Object object, @Nullable Object state) {
    switch (object) {
      case PickledItems items when items.kind() == Kind.OBJECT ->
          items.addAll(state("an object", state).dictionary(0).items());
      // The attributes of a dictionary, such as the versions of modules.
      case PickledItems items when items.kind() == Kind.DICT ->
          state("a dictionary", state).dictionary(0);
      case NumpyDType dtype -> functions.numpy().build(dtype, arguments(state));
      case NumpyArray array -> functions.numpy().build(array, arguments(state));
      case null, default ->
          throw malformed("its pickle sets the state of %s".formatted(PickledText.of(object)));
    }
  }

  private TorchArguments arguments(@Nullable Object state) {
    return arguments("the state of NumPy", state("NumPy", state).items(0));
  }

  private TorchArguments state(String function, @Nullable Object only) {
    return arguments("the state of " + function, Collections.singletonList(only));
  }

  private TorchArguments arguments(String function, List<@Nullable Object> values) {
    return new TorchArguments(function, values, this::malformed);
  }

  @Override
  public Object persistent(@Nullable Object id) {
    var parts = arguments("a persistent identifier", state("a storage", id).items(0));
    parts.requireSize(1, 6);
    if (parts.text(0).equals("module")) {
      throw TorchFormat.refused(file, "a whole module with its source text", REMEDY);
    }
    if (!parts.text(0).equals("storage")) {
      throw parts.wrong(0, "\"storage\"");
    }
    parts.requireSize(5, 6);
    var type = parts.get(1, StorageClass.class, "a class of storages").type();
    var key = parts.text(2);
    // The device, such as cpu or cuda:0, is of no interest.
    parts.text(3);
    long bytes = bytes(parts.get(4, Long.class, "a whole number"), type);
    contents.declare(key, bytes, type);
    if (parts.size() < 6 || parts.get(5) == null) {
      return new TorchStorage(key, type, 0, bytes, null);
    }
    var part = arguments("a part of a storage", parts.items(5));
    part.requireSize(3, 3);
    long start = bytes(part.get(1, Long.class, "a whole number"), type);
    long count = bytes(part.get(2, Long.class, "a whole number"), type);
    if (count > bytes - start) {
      throw malformed(
          "a part of storage %s reaches beyond its %d bytes".formatted(Quoted.of(key), bytes));
    }
    return new TorchStorage(key, type, start, count, null);
  }

  private long bytes(long elements, TorchType type) {
    if (elements < 0 || elements > Long.MAX_VALUE / type.bytes()) {
      throw malformed("a storage has %d elements".formatted(elements));
    }
    return elements * type.bytes();
  }

  private DataException malformed(String what) {
    return TorchFormat.malformed(file, what);
  }
}

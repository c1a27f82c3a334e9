package io.cambric.conformance.python;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The built-in functions of Python that programs use. */
final class Builtins {

  static final Set<String> NAMES =
      Set.of(
          "len", "sum", "zip", "range", "list", "tuple", "float", "int", "bool", "object",
          "partial");

  private final Interpreter interpreter;
  private final Map<String, Object> functions = new LinkedHashMap<>();

  Builtins(Interpreter interpreter) {
    this.interpreter = interpreter;
    put("len", args -> (long) interpreter.items(args.get(0)).size());
    put("sum", this::sum);
    put("zip", this::zip);
    put("range", this::range);
    put("list", args -> new ArrayList<>(interpreter.items(args.get(0))));
    put("tuple", args -> Tuple.of(interpreter.items(args.get(0))));
    put("float", args -> interpreter.number(args.get(0)).doubleValue());
    put("int", args -> interpreter.number(args.get(0)).longValue());
    put("bool", args -> interpreter.truth(args.get(0)));
    put("object", _ -> new Object());
    functions.put("partial", (PyFunction) Builtins::partial);
  }

  private interface Positional {
    @Nullable Object call(List<@Nullable Object> args);
  }

  private void put(String name, Positional function) {
    functions.put(name, new Named(name, (args, _) -> function.call(args)));
  }

  /** A function that knows its name, since some name types, too. */
  private record Named(String name, PyFunction function) implements PyFunction {

    @Override
    public @Nullable Object call(
        List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
      return function.call(args, kwargs);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  boolean has(String name) {
    return functions.containsKey(name);
  }

  @Nullable Object get(String name) {
    return functions.get(name);
  }

  private @Nullable Object sum(List<@Nullable Object> args) {
    Object total = args.size() > 1 ? args.get(1) : 0L;
    for (var item : interpreter.items(args.get(0))) {
      total = interpreter.binary("+", total, item);
    }
    return total;
  }

  private Object zip(List<@Nullable Object> args) {
    var lists = args.stream().map(interpreter::items).toList();
    int size = lists.stream().mapToInt(List::size).min().orElse(0);
    var zipped = new ArrayList<@Nullable Object>();
    for (int i = 0; i < size; i++) {
      int at = i;
      zipped.add(Tuple.of(lists.stream().map(list -> list.get(at)).toArray()));
    }
    return zipped;
  }

  private Object range(List<@Nullable Object> args) {
    long from = args.size() > 1 ? interpreter.number(args.get(0)).longValue() : 0;
    long to = interpreter.number(args.get(args.size() > 1 ? 1 : 0)).longValue();
    long step = args.size() > 2 ? interpreter.number(args.get(2)).longValue() : 1;
    var all = new ArrayList<@Nullable Object>();
    for (long i = from; step > 0 ? i < to : i > to; i += step) {
      all.add(i);
    }
    return all;
  }

  private static Object partial(List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    if (!(args.getFirst() instanceof PyFunction function)) {
      throw new PythonException("partial needs a function");
    }
    return (PyFunction)
        (more, moreKwargs) -> {
          var all = new ArrayList<>(args.subList(1, args.size()));
          all.addAll(more);
          var allKwargs = new LinkedHashMap<>(kwargs);
          allKwargs.putAll(moreKwargs);
          return function.call(all, allKwargs);
        };
  }
}

package io.cambric.conformance.library;

import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.Tuple;
import io.cambric.core.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Attributes and methods of arrays. */
final class ArrayMembers {

  private final Library library;

  ArrayMembers(Library library) {
    this.library = library;
  }

  @Nullable Object attribute(Array array, String name) {
    return switch (name) {
      case "shape" ->
          Tuple.of(
              Arrays.stream(array.shape().toArray()).mapToObj(i -> (Object) (long) i).toArray());
      case "dtype" -> new DTypeName(array.dtype());
      case "ndim" -> (long) array.rank();
      case "size" -> (long) array.size();
      case "T" -> array.transpose();
      case "at" -> new At(array);
      case "reshape" -> (PyFunction) (args, _) -> array.reshape(Values.integers(oneOrAll(args)));
      case "item" -> (PyFunction) (_, _) -> Values.number(array);
      default -> method(array, name);
    };
  }

  private static @Nullable Object oneOrAll(List<@Nullable Object> args) {
    return args.size() == 1 ? args.getFirst() : args;
  }

  /**
   * A method is the function of {@code jnp} of the same name with the array before its arguments.
   */
  private PyFunction method(Array array, String name) {
    var function = (PyFunction) library.global("jnp." + name);
    return (List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) -> {
      var all = new ArrayList<@Nullable Object>(args);
      all.addFirst(array);
      return function.call(all, kwargs);
    };
  }
}

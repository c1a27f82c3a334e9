package io.cambric.frameworks.torch;

import io.cambric.errors.DataException;
import io.cambric.frameworks.pickle.PickledItems;
import io.cambric.frameworks.pickle.PickledItems.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The arguments of a function of Python, checked one by one. */
final class TorchArguments {

  private final String function;
  private final List<@Nullable Object> values;
  private final Function<String, DataException> malformed;

  /**
   * Takes the arguments.
   *
   * @param function its name, for messages
   * @param malformed makes the exception for wrong arguments
   */
  TorchArguments(
      String function, List<@Nullable Object> values, Function<String, DataException> malformed) {
    this.function = function;
    this.values = values;
    this.malformed = malformed;
  }

  int size() {
    return values.size();
  }

  List<@Nullable Object> all() {
    return values;
  }

  void requireSize(int least, int most) {
    if (size() < least || size() > most) {
      throw malformed.apply(
          "%s needs %d to %d arguments, but has %d".formatted(function, least, most, size()));
    }
  }

  DataException wrong(int i, String needed) {
    return malformed.apply(
        "argument %d of %s needs to be %s, but is %s"
            .formatted(i + 1, function, needed, PickledText.of(values.get(i))));
  }

  @Nullable Object get(int i) {
    return values.get(i);
  }

  <T> T get(int i, Class<T> type, String needed) {
    if (type.isInstance(values.get(i))) {
      return type.cast(values.get(i));
    }
    throw wrong(i, needed);
  }

  boolean truth(int i) {
    return get(i, Boolean.class, "True or False");
  }

  String text(int i) {
    return get(i, String.class, "a text");
  }

  /** {@return the items of a list or a tuple} */
  List<@Nullable Object> items(int i) {
    if (values.get(i) instanceof PickledItems items
        && (items.kind() == Kind.LIST || items.kind() == Kind.TUPLE)) {
      return items.items();
    }
    throw wrong(i, "a list or a tuple");
  }

  /** {@return a tuple of whole numbers} */
  List<Long> wholes(int i) {
    var wholes = new ArrayList<Long>();
    for (var item : items(i)) {
      if (!(item instanceof Long whole)) {
        throw wrong(i, "a tuple of whole numbers");
      }
      wholes.add(whole);
    }
    return wholes;
  }

  PickledItems dictionary(int i) {
    if (values.get(i) instanceof PickledItems items && items.kind() == Kind.DICT) {
      return items;
    }
    throw wrong(i, "a dictionary");
  }
}

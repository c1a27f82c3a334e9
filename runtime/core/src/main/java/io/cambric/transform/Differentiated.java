package io.cambric.transform;

import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A derivative of a function, with the options of gradients and jacobians. Immutable: an option
 * returns another function.
 *
 * {@snippet :
 * var slopes = grad((x, y) -> x.mul(y).sum()).argnums(0, 1);
 * }
 */
public abstract class Differentiated extends Transformed {

  private final Fn<List<Object>, ?> function;
  private final Derivative derivative;
  private final GradOptions options;

  Differentiated(
      Object original, Fn<List<Object>, ?> function, Derivative derivative, GradOptions options) {
    super(original);
    this.function = function;
    this.derivative = derivative;
    this.options = options;
  }

  @Override
  final String transformation() {
    var words = derivative.name().toLowerCase(Locale.ROOT).split("_");
    return words[0]
        + Stream.of(words).skip(1).map(Differentiated::capitalised).collect(Collectors.joining());
  }

  private static String capitalised(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  final Derivative derivative() {
    return derivative;
  }

  final GradOptions options() {
    return options;
  }

  @SuppressWarnings("unchecked") // each derivative has the result type that its function declares
  final <T> T call(List<@Nullable Object> arguments) {
    var argnums = options.argnums();
    return (T)
        (argnums == null
            ? derivative.at(first(arguments), arguments.getFirst(), options.integers())
            : derivative.at(
                argnums.fix(function, arguments), argnums.point(arguments), options.integers()));
  }

  /** {@return a function of all arguments as a function of the first one, with the others fixed} */
  @SuppressWarnings("NullAway") // null is a tree, too; the function decides whether it accepts it
  private Fn<@Nullable Object, ?> first(List<@Nullable Object> arguments) {
    return argument -> {
      var all = new ArrayList<@Nullable Object>(arguments);
      all.set(0, argument);
      return function.apply(all);
    };
  }
}

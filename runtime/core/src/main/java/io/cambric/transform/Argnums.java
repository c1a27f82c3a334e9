package io.cambric.transform;

import io.cambric.errors.DifferentiationException;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Grads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the differentiated arguments.
 *
 * @param maker makes the results
 * @param numbers ascending, from 0
 */
record Argnums(Grads.Maker maker, List<Integer> numbers) {

  /**
   * {@return the numbers, checked for a function of {@code count} arguments}
   *
   * @param argnum the first number; negative numbers count from the last argument
   */
  static Argnums of(Grads.Maker maker, int count, int argnum, int... others) {
    var numbers =
        IntStream.concat(IntStream.of(argnum), IntStream.of(others))
            .map(number -> place(number, count))
            .sorted()
            .distinct()
            .boxed()
            .toList();
    return new Argnums(maker, numbers);
  }

  private static int place(int number, int count) {
    int place = number < 0 ? number + count : number;
    if (place < 0 || place >= count) {
      throw new DifferentiationException(
          "Differentiation with respect to argument %d needs a function of more than %d arguments. Numbers begin at 0; negative ones count from the last."
              .formatted(number, count));
    }
    return place;
  }

  /** {@return the chosen arguments of all arguments} */
  Grads point(List<@Nullable Object> arguments) {
    var chosen = new ArrayList<@Nullable Object>();
    numbers.forEach(number -> chosen.add(arguments.get(number)));
    return maker.make(numbers, chosen);
  }

  /**
   * {@return a function of all arguments as a function of the chosen arguments, with the others
   * fixed}
   */
  @SuppressWarnings("NullAway") // null is a tree, too; the function decides whether it accepts it
  <R> Fn<Grads, R> fix(Fn<List<Object>, R> function, List<@Nullable Object> arguments) {
    return chosen -> {
      var all = new ArrayList<@Nullable Object>(arguments);
      for (int i = 0; i < numbers.size(); i++) {
        all.set(numbers.get(i), chosen.treeChildren().get(i));
      }
      return function.apply(all);
    };
  }
}

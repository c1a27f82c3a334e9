package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.errors.DifferentiationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers of the arguments to differentiate in; negative ones count from the last. */
final class Argnums {

  private final int[] numbers;

  private Argnums(int[] numbers) {
    this.numbers = numbers;
  }

  static Argnums of(int argnum, int[] others) {
    int[] numbers = new int[1 + others.length];
    numbers[0] = argnum;
    System.arraycopy(others, 0, numbers, 1, others.length);
    return new Argnums(numbers);
  }

  /** {@return a function of all arguments as one of the chosen ones, with them} */
  @SuppressWarnings("NullAway") // null is a tree too: the function knows whether it takes it
  <R> Chosen<R> at(Fn<List<Object>, R> function, List<@Nullable Object> arguments) {
    int[] places = Arrays.stream(numbers).map(number -> place(number, arguments.size())).toArray();
    var point = new ArrayList<@Nullable Object>();
    for (int place : places) {
      point.add(arguments.get(place));
    }
    return new Chosen<>(
        some -> {
          var all = new ArrayList<@Nullable Object>(arguments);
          for (int i = 0; i < places.length; i++) {
            all.set(places[i], some.get(i));
          }
          return function.apply(all);
        },
        point);
  }

  private static int place(int number, int count) {
    int place = number < 0 ? number + count : number;
    if (place < 0 || place >= count) {
      throw new DifferentiationException(
          "Differentiation in argument %d needs a function of more arguments than %d. Numbers begin at 0; negative ones count from the last."
              .formatted(number, count));
    }
    return place;
  }

  /** A function of the chosen arguments, and those. */
  record Chosen<R>(Fn<List<Object>, R> function, List<Object> point) {

    @SuppressWarnings("unchecked")
    <G> ValueAndGrad<List<G>> valueAndGrad() {
      var both = Differentiation.valueAndGrad((Fn<List<Object>, Array>) function, point);
      return new ValueAndGrad<>(both.value(), (List<G>) both.grads());
    }
  }
}

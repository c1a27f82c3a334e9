package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.transform.OutputAndTangent;
import io.cambric.transform.Tangent;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.WithResiduals;
import java.util.ArrayList;
import java.util.List;

/**
 * Functions whose rules are their own derivatives, in the arguments that are involved in
 * differentiation alone.
 */
final class SymbolicZeroSteps {

  private SymbolicZeroSteps() {}

  static Fn<List<Array>, List<Array>> customJvp(Fn<List<Array>, List<Array>> function) {
    return Transforms.customJvpWithSymbolicZeros(
        function,
        (x, dot) -> {
          var involved = new ArrayList<Integer>();
          var tangents = new ArrayList<Array>();
          for (int i = 0; i < x.size(); i++) {
            var tangent = element(dot, i);
            if (!tangent.isZero()) {
              involved.add(i);
              tangents.add(tangent.instantiate());
            }
          }
          var out =
              Transforms.jvp(in(function, x, involved), choose(x, involved), List.copyOf(tangents));
          return new OutputAndTangent<>(out.output(), Tangent.of(out.tangent()));
        });
  }

  static Fn<List<Array>, List<Array>> customVjp(Fn<List<Array>, List<Array>> function) {
    return Transforms.<List<Array>, List<Array>, List<List<Object>>>customVjpWithSymbolicZeros(
        function,
        x -> {
          var marks = new ArrayList<Object>();
          for (int i = 0; i < x.value().size(); i++) {
            int number = i;
            marks.add(x.isPerturbed(list -> list.get(number)) ? "yes" : "no");
          }
          return new WithResiduals<>(
              function.apply(x.value()), List.of(marks, List.copyOf(x.value())));
        },
        (residuals, cotangent) -> {
          var x = residuals.get(1).stream().map(Array.class::cast).toList();
          var involved = new ArrayList<Integer>();
          for (int i = 0; i < x.size(); i++) {
            if (residuals.get(0).get(i).equals("yes")) {
              involved.add(i);
            }
          }
          var pullback = Transforms.vjp(in(function, x, involved), choose(x, involved)).pullback();
          var cotangents = pullback.apply(cotangent.instantiate());
          var all = Tangent.<List<Array>>zero();
          for (int i = 0; i < involved.size(); i++) {
            int number = involved.get(i);
            all = all.with(list -> list.get(number), Tangent.of(cotangents.get(i)));
          }
          return all;
        });
  }

  private static Tangent<Array> element(Tangent<List<Array>> tangent, int number) {
    return tangent.get(list -> list.get(number));
  }

  private static List<Array> choose(List<Array> list, List<Integer> numbers) {
    return numbers.stream().map(list::get).toList();
  }

  /** {@return the function of some of its arguments} */
  private static Fn<List<Array>, List<Array>> in(
      Fn<List<Array>, List<Array>> function, List<Array> arguments, List<Integer> numbers) {
    return some -> {
      var all = new ArrayList<>(arguments);
      for (int i = 0; i < numbers.size(); i++) {
        all.set(numbers.get(i), some.get(i));
      }
      return function.apply(all);
    };
  }
}

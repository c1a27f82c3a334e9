package io.cambric.compile.jaxpr;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Debug;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import org.junit.jupiter.api.Test;

/** Equal operations on the same atoms are computed once. */
class CommonSubexpressionsTest {

  private static final Array START = Numpy.scalar(1.0);
  private static final Array ROWS = Numpy.arange(4.0);

  private static Array product(Array start, Array rows, double factor) {
    return Transforms.scan(
            (Array carry, Array row) -> new Carry<>(carry.mul(row).mul(factor), row), start, rows)
        .carry();
  }

  private static long scansOf(Fn2<Array, Array, Array> function) {
    Jaxpr merged = CommonSubexpressions.merge(Transforms.makeJaxpr(function, START, ROWS));
    return merged.eqns().stream().filter(eqn -> eqn.primitive().name().equals("scan")).count();
  }

  @Test
  void loops_with_equal_bodies_on_the_same_operands_are_one() {
    assertThat(scansOf((s, x) -> product(s, x, 2).add(product(s, x, 2)))).isEqualTo(1);
  }

  @Test
  void loops_with_other_bodies_or_operands_stay_apart() {
    assertThat(scansOf((s, x) -> product(s, x, 2).add(product(s, x, 3)))).isEqualTo(2);
    assertThat(scansOf((s, x) -> product(s, x, 2).add(product(s.add(1), x, 2)))).isEqualTo(2);
  }

  @Test
  void of_several_loops_each_is_compared_with_all_before() {
    assertThat(
            scansOf((s, x) ->
                product(s, x, 2).add(product(s, x, 3)).add(product(s, x, 3)).add(product(s, x, 2))))
        .isEqualTo(2);
  }

  @Test
  void loops_inside_of_loops_are_compared_too() {
    Fn2<Array, Array, Array> nested =
        (s, x) ->
            Transforms.scan((Array c, Array row) -> new Carry<>(product(c, x, 2), row), s, x)
                .carry();

    assertThat(scansOf((s, x) -> nested.apply(s, x).add(nested.apply(s, x)))).isEqualTo(1);
  }

  @Test
  void loops_with_effects_are_not_merged() {
    Fn2<Array, Array, Array> printing =
        (s, x) ->
            Transforms.scan(
                    (Array carry, Array row) -> {
                      Debug.print("{}", row);
                      return new Carry<>(carry.mul(row), row);
                    },
                    s,
                    x)
                .carry();

    assertThat(scansOf((s, x) -> printing.apply(s, x).add(printing.apply(s, x)))).isEqualTo(2);
  }
}

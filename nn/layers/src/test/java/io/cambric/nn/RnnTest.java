package io.cambric.nn;

import static io.cambric.testing.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.testing.Near;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.Carry;
import org.junit.jupiter.api.Test;

class RnnTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = Near.range(2, 4, 3).div(10);
  private static final Array LENGTHS = Numpy.array(2, 4);

  @Test
  void modules_with_the_same_attributes_are_equal() {
    assertThat(Rnn.of(LstmCell.of(2))).isEqualTo(Rnn.of(LstmCell.of(2)));
    assertThat(Rnn.of(GruCell.of(2))).isNotEqualTo(Rnn.of(GruCell.of(3)));
  }

  @Test
  void parameters_are_those_of_one_step() {
    var cell = GruCell.of(2);
    var carry = cell.initializeCarry(KEY, Shape.of(2, 3));

    var variables = Rnn.of(cell).init(KEY, X);

    assertThat(variables.params().entries().keySet()).containsExactly("cell");
    assertThat(variables.params().at("cell").paths())
        .isEqualTo(cell.init(KEY, carry, X.get(":, 0")).params().paths());
  }

  @Test
  void padding_behind_sequences_changes_nothing_that_counts_in_either_direction() {
    var rnn = Bidirectional.of(Rnn.of(GruCell.of(2)), Rnn.of(GruCell.of(2)));
    var variables = rnn.init(KEY, X);
    var options = RnnCall.<BidirectionalCarry<Array, Array>>none().withSeqLengths(LENGTHS);
    var other = X.at("0, 2:").set(100);

    var one = rnn.apply(variables, m -> m.callWithCarry(X, options));
    var two = rnn.apply(variables, m -> m.callWithCarry(other, options));

    assertThat(two.output().get("0, :2").toFloats())
        .isEqualTo(one.output().get("0, :2").toFloats());
    assertThat(two.carry().backward().toFloats()).isEqualTo(one.carry().backward().toFloats());
  }

  @Test
  void bidirectional_hands_each_direction_its_carry_and_key() {
    var cell = GruCell.of(2).withCarryInit(Initializers.normal(1));
    var rnn = Bidirectional.of(Rnn.of(cell), Rnn.of(GruCell.of(3)));
    var variables = rnn.init(KEY, X);
    var none = RnnCall.<BidirectionalCarry<Array, Array>>none();
    var keyed = none.withInitKey(Key.of(7));
    var carry =
        new BidirectionalCarry<>(
            cell.initializeCarry(Key.of(7).splitToList(2).get(0), Shape.of(2, 3)),
            (Array) Numpy.zeros(2, 3));

    var drawn = rnn.apply(variables, m -> m.call(X, keyed));
    var given = rnn.apply(variables, m -> m.call(X, none.withInitialCarry(carry)));

    assertThat(given.toFloats()).isEqualTo(drawn.toFloats());
    assertThat(rnn.apply(variables, X).toFloats()).isNotEqualTo(drawn.toFloats());
  }

  @Test
  void time_may_be_the_first_axis() {
    var rnn = Rnn.of(SimpleCell.of(2));
    var variables = rnn.init(KEY, X);
    var major = rnn.withTimeMajor(true);

    var y = major.apply(variables, Numpy.swapaxes(X, 0, 1));

    assertThat(Numpy.swapaxes(y, 0, 1).toFloats()).isEqualTo(rnn.apply(variables, X).toFloats());
  }

  @Test
  void unrolling_changes_no_results() {
    var rnn = Rnn.of(SimpleCell.of(2));
    var variables = rnn.init(KEY, X);

    assertThat(rnn.withUnroll(3).apply(variables, X).toFloats())
        .isEqualTo(rnn.apply(variables, X).toFloats());
  }

  @Test
  void gradients_reach_through_all_steps() {
    var rnn = Rnn.of(SimpleCell.of(2));
    var variables = rnn.init(KEY, X);

    var inFirst = Transforms.grad((Array x) -> rnn.apply(variables, x).get(":, -1").sum()).apply(X);
    var inParams =
        Transforms.grad((Params p) -> rnn.apply(Variables.of(p), X).sum())
            .apply(variables.params());

    assertThat(inFirst.get(":, 0").abs().max().item()).isPositive();
    assertThat(inParams.get("cell", "h", "kernel").abs().max().item()).isPositive();
  }

  @Test
  void a_cell_of_ones_own_need_not_be_a_module() {
    var sums =
        new RnnCell<Array>() {
          @Override
          public Carry<Array, Array> call(Array carry, Array x) {
            var next = carry.add(x);
            return new Carry<>(next, next);
          }

          @Override
          public Array initializeCarry(Key key, Shape inputShape) {
            return Numpy.zeros(inputShape);
          }

          @Override
          public int numFeatureAxes() {
            return 1;
          }
        };

    var y = Rnn.of(sums).apply(Variables.empty(), Near.ones(1, 3, 1));

    assertNear(y, 1, 2, 3);
  }

  @Test
  void lengths_need_one_number_for_each_sequence() {
    var rnn = Rnn.of(SimpleCell.of(2));
    var variables = rnn.init(KEY, X);

    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            rnn.apply(
                variables,
                m -> m.call(X, RnnCall.<Array>none().withSeqLengths(Numpy.array(1, 2, 3)))))
        .withMessage(
            "RNN needs a length for each sequence, [2], but got i32[3] for inputs of shape "
                + "[2, 4, 3]. Pass seqLengths with the shape of the batch, without time and "
                + "features.");
  }

  @Test
  void last_carries_of_several_batch_axes_are_refused() {
    var rnn = Rnn.of(SimpleCell.of(2));
    var x = X.reshape(1, 2, 4, 3);
    var variables = rnn.init(KEY, x);
    var options = RnnCall.<Array>none().withSeqLengths(LENGTHS.reshape(1, 2));

    assertThat(rnn.apply(variables, m -> m.call(x, options)).shape())
        .isEqualTo(Shape.of(1, 2, 4, 2));
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> rnn.apply(variables, m -> m.callWithCarry(x, options)))
        .withMessage(
            "RNN needs one batch axis to find the last carries of sequences with lengths, "
                + "but inputs of shape [1, 2, 4, 3] have 2. Merge them into one, or map over the "
                + "others with vmap.");
  }
}

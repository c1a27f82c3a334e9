package io.cambric.examples.ppo;

import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.examples.ppo.CartPole.Pole;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import org.junit.jupiter.api.Test;

class CartPoleTest {

  private static final Key KEY = Key.of(0);

  private static Pole pole(int steps, float... state) {
    return new Pole(NdArray.of(Shape.of(4), state), NdArray.scalar(DType.I32, steps));
  }

  /** The equations of Gymnasium, in doubles. */
  private static double[] expected(float[] s, int action) {
    double force = action == 1 ? 10 : -10;
    double sin = Math.sin(s[2]);
    double cos = Math.cos(s[2]);
    double temp = (force + 0.05 * s[3] * s[3] * sin) / 1.1;
    double angular = (9.8 * sin - cos * temp) / (0.5 * (4.0 / 3 - 0.1 * cos * cos / 1.1));
    double linear = temp - 0.05 * angular * cos / 1.1;
    return new double[] {
      s[0] + 0.02 * s[1], s[1] + 0.02 * linear, s[2] + 0.02 * s[3], s[3] + 0.02 * angular
    };
  }

  @Test
  void a_push_moves_a_pole_as_in_gymnasium() {
    var states = Random.uniform(KEY, Shape.of(20, 4), DType.F32, -0.2, 0.2);
    for (int i = 0; i < 20; i++) {
      var state = states.get(i).toFloats();
      var step = CartPole.step(pole(3, state), NdArray.scalar(DType.I32, i % 2), KEY);

      var reached = step.reached().state().toFloats();
      var expected = expected(state, i % 2);
      for (int j = 0; j < 4; j++) {
        assertThat(reached[j])
            .as("state %d, part %d", i, j)
            .isCloseTo((float) expected[j], offset(1e-6f));
      }
      assertThat(step.reached().steps().item()).isEqualTo(4);
    }
  }

  @Test
  void a_pole_that_is_neither_fallen_nor_at_the_end_goes_further() {
    var step = CartPole.step(pole(7, 0, 0, 0, 0), scalar(1), KEY);

    assertThat(step.done().item()).isZero();
    assertThat(step.next().state().toFloats()).isEqualTo(step.reached().state().toFloats());
    assertThat(step.next().steps().item()).isEqualTo(8);
  }

  @Test
  void a_cart_off_the_track_and_a_fallen_pole_terminate_an_episode_and_begin_another() {
    for (var state : new float[][] {{2.5f, 0, 0, 0}, {-2.5f, 0, 0, 0}, {0, 0, 0.22f, 0}}) {
      var step = CartPole.step(pole(7, state), scalar(1), KEY);

      assertThat(step.terminated().item()).isOne();
      assertThat(step.done().item()).isOne();
      assertThat(step.next().steps().item()).isZero();
      assertThat(step.next().state().toFloats()).isEqualTo(CartPole.reset(KEY).state().toFloats());
    }
  }

  @Test
  void an_episode_of_500_steps_is_done_but_not_terminated() {
    var step = CartPole.step(pole(499, 0, 0, 0, 0), scalar(0), KEY);

    assertThat(step.terminated().item()).isZero();
    assertThat(step.done().item()).isOne();
    assertThat(step.next().steps().item()).isZero();
  }

  @Test
  void poles_that_are_mapped_move_as_each_alone() {
    var keys = KEY.split(5);
    var poles = vmap(CartPole::reset).apply(keys);
    Array actions = NdArray.ofInts(Shape.of(5), 0, 1, 1, 0, 1);
    var mapped = jit(vmap(CartPole::step)).apply(poles, actions, keys);

    for (int i = 0; i < 5; i++) {
      var alone =
          CartPole.step(
              new Pole(poles.state().get(i), poles.steps().get(i)), actions.get(i), keys.get(i));
      assertThat(mapped.next().state().get(i).sub(alone.next().state()).abs().max().item())
          .isLessThan(1e-6);
    }
  }
}

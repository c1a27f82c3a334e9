package io.cambric.examples.ppo;

import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.numpy.Numpy.zeros;
import static io.cambric.transform.Transforms.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.*;
import io.cambric.examples.console.CommandRun;
import io.cambric.examples.ppo.PpoExample.*;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PpoExampleTest {

  private static final int STEPS = 6;

  @TempDir private Path folder;

  private CommandRun run(Object... arguments) {
    return CommandRun.of(PpoExample.COMMAND.commandLine(), arguments);
  }

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
      var step = pole(3, state).step(NdArray.scalar(DType.I32, i % 2), KEY);

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
    var step = pole(7, 0, 0, 0, 0).step(scalar(1), KEY);

    assertThat(step.done().item()).isZero();
    assertThat(step.next().state().toFloats()).isEqualTo(step.reached().state().toFloats());
    assertThat(step.next().steps().item()).isEqualTo(8);
  }

  @Test
  void a_cart_off_the_track_and_a_fallen_pole_terminate_an_episode_and_begin_another() {
    for (var state : new float[][] {{2.5f, 0, 0, 0}, {-2.5f, 0, 0, 0}, {0, 0, 0.22f, 0}}) {
      var step = pole(7, state).step(scalar(1), KEY);

      assertThat(step.terminated().item()).isOne();
      assertThat(step.done().item()).isOne();
      assertThat(step.next().steps().item()).isZero();
      assertThat(step.next().state().toFloats()).isEqualTo(Pole.reset(KEY).state().toFloats());
    }
  }

  @Test
  void an_episode_of_500_steps_is_done_but_not_terminated() {
    var step = pole(499, 0, 0, 0, 0).step(scalar(0), KEY);

    assertThat(step.terminated().item()).isZero();
    assertThat(step.done().item()).isOne();
    assertThat(step.next().steps().item()).isZero();
  }

  @Test
  void poles_that_are_mapped_move_as_each_alone() {
    var keys = KEY.split(5);
    var poles = vmap(Pole::reset).apply(keys);
    Array actions = NdArray.ofInts(Shape.of(5), 0, 1, 1, 0, 1);
    var mapped = jit(vmap(Pole::step)).apply(poles, actions, keys);

    for (int i = 0; i < 5; i++) {
      var alone =
          new Pole(poles.state().get(i), poles.steps().get(i)).step(actions.get(i), keys.get(i));
      assertThat(mapped.next().state().get(i).sub(alone.next().state()).abs().max().item())
          .isLessThan(1e-6);
    }
  }

  /** One pole, whose episode terminates at step 1 and is truncated at step 4. */
  @Test
  void advantages_stop_at_the_end_of_an_episode_and_value_what_a_truncated_one_had_left() {
    var state = PpoExample.start(1, KEY).state();
    var shape = Shape.of(STEPS, 1);
    var observations = Random.normal(Key.of(1), Shape.of(STEPS, 1, 4));
    var reached = Random.normal(Key.of(2), Shape.of(STEPS, 1, 4));
    var values = Random.normal(Key.of(3), shape);
    int[] terminated = {0, 1, 0, 0, 0, 0};
    int[] done = {0, 1, 0, 0, 1, 0};
    var pole = new Pole(reached, NdArray.ofInts(shape, new int[STEPS]));
    var rollout =
        new Rollout(
            observations,
            NdArray.ofInts(shape, new int[STEPS]),
            new ActorCriticDef.Output(zeros(STEPS, 1, 2), values),
            new Step(
                pole,
                NdArray.ofInts(shape, terminated).astype(DType.BOOL),
                NdArray.ofInts(shape, done).astype(DType.BOOL),
                pole));

    var advantages = PpoExample.advantages(state.variables(), rollout);

    var next = state.model().apply(state.variables(), reached).value().toFloats();
    var value = values.toFloats();
    double advantage = 0;
    for (int t = STEPS - 1; t >= 0; t--) {
      double delta = 1 + 0.99 * next[t] * (1 - terminated[t]) - value[t];
      advantage = delta + 0.99 * 0.95 * (1 - done[t]) * advantage;
      assertThat(advantages.get(t, 0).item())
          .as("advantage of step %d", t)
          .isCloseTo(advantage, offset(1e-5));
    }
  }

  @Test
  void episodes_become_longer() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("lengths.svg");
    var run = run("--iterations", 20, "--report", report, "--picture", picture);

    assertThat(run.status()).as(run.errors()).isZero();
    var last = run.lines().getLast();
    assertThat(last)
        .matches("not solved: mean length \\d+\\.\\d of the last 100 episodes, after 20480 steps");
    assertThat(Double.parseDouble(last.split(" ")[4])).isGreaterThan(80);
    assertThat(Files.readString(report)).contains("Proximal policy optimisation");
    assertThat(Files.readString(picture)).startsWith("<svg");
  }

  @Test
  void a_number_of_poles_out_of_range_is_refused() {
    var run = run("--poles", 0, "--report", folder.resolve("r.html"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--poles': needs a whole number from 1 to 1024, but got 0.");
    assertThat(folder).isEmptyDirectory();
  }
}

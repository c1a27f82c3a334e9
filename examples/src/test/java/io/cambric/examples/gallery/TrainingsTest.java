package io.cambric.examples.gallery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.core.Array;
import io.cambric.optax.tree.OptaxTree;
import io.cambric.transform.result.WithAux;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The trainings of the gallery. Numbers are those of the same programs with Optax 0.2.8, Flax
 * 0.12.8 and JAX 0.10.2 on a CPU. Keys and the order of batches are the same.
 */
class TrainingsTest {

  private static void assertSame(List<Array> actual, double... expected) {
    assertThat(actual).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual.get(i).item())
          .as("number %d of %s", i, actual)
          .isCloseTo(expected[i], within(5e-6 * expected[i]));
    }
  }

  private static List<Array> losses(List<WithAux<Array>> tests) {
    return tests.stream().map(WithAux::value).toList();
  }

  private static List<Array> accuracies(List<WithAux<Array>> tests) {
    return tests.stream().map(WithAux::aux).toList();
  }

  @Test
  void lbfgs_reaches_a_small_gradient_by_the_values_of_optax() {
    var values = new ArrayList<Array>();
    var weights = LbfgsMinimization.run(info -> values.add(info.value()));
    assertSame(
        values,
        2.3025854,
        1.9234596,
        1.876617,
        1.0392308,
        0.47288254,
        0.37039724,
        0.3335308,
        0.3104743,
        0.30305842,
        0.29603782,
        0.27636945,
        0.26555336,
        0.26254126,
        0.25529146,
        0.2533759,
        0.25003642,
        0.24714245,
        0.24573521,
        0.24372369,
        0.24261646,
        0.24168557,
        0.24096468,
        0.24016361,
        0.23947574,
        0.23898755,
        0.23853222,
        0.23836952,
        0.2381006,
        0.23784362,
        0.23777771,
        0.23773421,
        0.2376652,
        0.2376098,
        0.2375486,
        0.23751098,
        0.23749408,
        0.23744929,
        0.23743595);
    assertSame(List.of(LbfgsMinimization.loss(weights)), 0.23742777);
  }

  @Test
  void schedule_free_adamw_has_the_losses_of_optax_at_averaged_parameters() {
    var tests = ScheduleFreeTraining.run();
    assertSame(
        losses(tests),
        2.3047361,
        2.2524447,
        2.1622994,
        2.0195916,
        1.8062865,
        1.5235742,
        1.2377797,
        1.0026782,
        0.84724,
        0.77391464);
    assertSame(
        accuracies(tests),
        0.119444445,
        0.45555556,
        0.46111113,
        0.6944445,
        0.69722223,
        0.7166667,
        0.7416667,
        0.76944447,
        0.78055555,
        0.79444444);
  }

  @Test
  void accumulated_gradients_have_the_losses_of_optax() {
    var fitted = GradientAccumulation.run();
    assertSame(
        fitted.getFirst().losses(),
        2.399085,
        2.108866,
        2.0337772,
        1.8209709,
        1.6787164,
        1.6063284,
        1.6097444);
    assertSame(
        fitted.getLast().losses(),
        2.380236,
        2.4114802,
        2.4055388,
        2.0952797,
        2.1085672,
        2.1227508,
        2.0463138,
        2.001723,
        2.0532951,
        1.8359456,
        1.7902551,
        1.8367119,
        1.7115955,
        1.5794475,
        1.745106,
        1.578122,
        1.6365793,
        1.6042838,
        1.5881946,
        1.52526,
        1.7157788);
  }

  @Test
  void three_small_batches_lead_to_the_parameters_of_a_large_one() {
    var fitted = GradientAccumulation.run();
    var difference = OptaxTree.sub(fitted.getFirst().params(), fitted.getLast().params());
    assertThat(OptaxTree.norm(difference, Double.POSITIVE_INFINITY).item()).isLessThan(1e-6);
  }

  @Test
  void learning_rates_of_one_program_have_the_losses_of_optax() {
    var losses = LearningRateSweep.run();
    assertSame(
        rows(losses.get(0)),
        2.4806252,
        2.455021,
        2.5381322,
        2.481709,
        2.4819026,
        2.4424849,
        2.4189749,
        2.3773513,
        2.3016863,
        2.3024755,
        2.3957608,
        2.4309278,
        2.3654032,
        2.3879142,
        2.275165,
        2.3103313,
        2.3112595,
        2.3304424,
        2.3290608,
        2.330233,
        2.3162584,
        2.3174682);
    assertSame(
        rows(losses.get(1)),
        2.4806252,
        2.3642902,
        2.3302832,
        2.2454123,
        2.1971426,
        2.163915,
        2.0575957,
        1.9947648,
        1.9850348,
        1.9330684,
        1.9153733,
        1.8472433,
        1.8487059,
        1.7142545,
        1.801395,
        1.6387208,
        1.6226784,
        1.5605693,
        1.5033313,
        1.4436088,
        1.5326222,
        1.4145396);
    assertSame(
        rows(losses.get(2)),
        2.4806252,
        2.0561094,
        1.5668159,
        1.3418946,
        1.151315,
        1.1717776,
        0.9774065,
        0.7508733,
        1.0218984,
        0.85482,
        0.7546022,
        0.59620744,
        0.56998765,
        0.44175312,
        0.7487073,
        0.28802824,
        0.23524565,
        0.30653542,
        0.24514979,
        0.20851642,
        0.35552567,
        0.3479312);
  }

  private static List<Array> rows(Array array) {
    var rows = new ArrayList<Array>();
    for (int i = 0; i < array.dim(0); i++) {
      rows.add(array.get(i));
    }
    return rows;
  }

  @Test
  void private_sgd_has_the_losses_of_optax_with_the_same_noise() {
    var tests = PrivateSgd.run();
    assertSame(
        losses(tests),
        2.2939456,
        2.2695053,
        2.2502646,
        2.2287502,
        2.2063608,
        2.1815784,
        2.1524718,
        2.1233895,
        2.0893466,
        2.0476172);
    assertSame(
        accuracies(tests),
        17.222223,
        19.444445,
        22.222223,
        25.277779,
        27.500002,
        26.111113,
        28.055557,
        30.000002,
        29.444447,
        35.555557);
  }

  @Test
  void lookahead_has_the_losses_of_optax_at_fast_and_slow_parameters() {
    var losses = LookaheadTraining.run();
    assertSame(
        losses.training(),
        2.3028016,
        2.2848203,
        2.2405658,
        2.2192426,
        2.2144375,
        2.2936788,
        2.2685926,
        2.2385588,
        2.2445946,
        2.1913762,
        2.2763572,
        2.2449117,
        2.228374,
        2.184928,
        2.1901507,
        2.2721915,
        2.2351294,
        2.1905704,
        2.1812186,
        2.113345,
        2.2547143,
        2.2151241);
    assertSame(losses(losses.test()), 2.3047364, 2.249629);
    assertSame(accuracies(losses.test()), 0.119444445, 0.40833333);
  }
}

package io.cambric.nn.optim;

import static io.cambric.nn.optim.FlatSample.assertTrained;
import static io.cambric.nn.optim.FlatSample.bias;
import static io.cambric.nn.optim.FlatSample.train;

import org.junit.jupiter.api.Test;

/** Three steps of each optimiser. The numbers are of flax.optim of Flax 0.5.3, run on JAX 0.10. */
@SuppressWarnings("deprecation")
class OlderOptimisersTest {

  @Test
  void gradient_descent_subtracts_the_gradient() {
    assertTrained(
        train(new GradientDescent(0.1)),
        bias(-0.024999999, -0.22500001, 0.22500001),
        0.375,
        -1.175,
        0.049999997,
        1.525,
        0.875,
        -0.65000004);
  }

  @Test
  void momentum_accumulates_gradients() {
    assertTrained(
        train(new Momentum(0.1)),
        bias(-0.087999992, -0.099000007, 0.092250004),
        0.24900001,
        -1.3954999,
        0.090500012,
        1.3922499,
        1.1945,
        -0.75575);
  }

  @Test
  void momentum_decays_weights_and_looks_ahead() {
    assertTrained(
        train(new Momentum(0.1).withBeta(0.8).withWeightDecay(0.01).withNesterov(true)),
        bias(-0.16696009, -0.16107982, 0.07058946),
        0.18892582,
        -1.4604951,
        -0.086471915,
        1.4419734,
        1.1823404,
        -0.83623272);
  }

  @Test
  void adam_divides_by_the_root_of_the_second_moment() {
    assertTrained(
        train(new Adam(0.1)),
        bias(-0.092443705, -0.091884106, 0.077954113),
        0.32066533,
        -1.2518677,
        0.28314826,
        1.3255181,
        0.93480957,
        -0.70932662);
  }

  @Test
  void adam_multiplies_its_weight_decay_by_the_learning_rate() {
    assertTrained(
        train(new Adam(0.1).withBeta1(0.8).withBeta2(0.99).withEps(1e-6).withWeightDecay(0.05)),
        bias(-0.090700582, -0.1039277, 0.077231035),
        0.32026428,
        -1.2341672,
        0.26490265,
        1.3087946,
        0.91020972,
        -0.6973998);
  }

  @Test
  void adadelta_steps_by_the_ratio_of_averages() {
    assertTrained(
        train(new Adadelta(1)),
        bias(0.09461616, -0.20179009, 0.29529715),
        0.49605563,
        -1.0064189,
        0.24475311,
        1.4976506,
        0.75141037,
        -0.5054242);
  }

  @Test
  void adadelta_decays_weights() {
    assertTrained(
        train(new Adadelta(0.5).withRho(0.8).withEps(1e-5).withWeightDecay(0.1)),
        bias(0.080015682, -0.17397989, 0.2526468),
        0.42443648,
        -0.86393201,
        0.20821668,
        1.2840441,
        0.64414734,
        -0.43447608);
  }

  @Test
  void adagrad_divides_by_the_root_of_the_sum_of_squares() {
    assertTrained(
        train(new Adagrad(0.1)),
        bias(-0.042565797, -0.20042996, 0.14662933),
        0.38901275,
        -1.179251,
        0.18500839,
        1.385402,
        0.81351936,
        -0.6468237);
  }

  @Test
  void adagrad_adds_eps_to_the_root() {
    assertTrained(
        train(new Adagrad(0.1).withEps(0.1)),
        bias(-0.0256778, -0.20199746, 0.18027651),
        0.39828387,
        -1.1578594,
        0.1813471,
        1.4182606,
        0.8104499,
        -0.63290364);
  }

  @Test
  void rms_prop_divides_by_the_root_of_the_average_square() {
    assertTrained(
        train(new RmsProp(0.1)),
        bias(-0.35064372, -0.21886086, -0.17962001),
        0.14356753,
        -1.5654967,
        0.036238492,
        1.1412191,
        0.9409557,
        -0.96858221);
  }

  @Test
  void rms_prop_may_be_centred() {
    assertTrained(
        train(new RmsProp(0.1).withBeta2(0.8).withEps(0.01).withCentered(true)),
        bias(-0.25590518, -0.20537117, -0.070138216),
        0.21414837,
        -1.44683,
        0.090058312,
        1.2131596,
        0.89848238,
        -0.874807);
  }

  @Test
  void lamb_steps_in_proportion_to_the_norm_of_the_parameter() {
    assertTrained(
        train(new Lamb(0.1)),
        bias(0.042441487, -0.17644954, 0.23357883),
        0.28642231,
        -1.3196977,
        0.22271222,
        1.3114852,
        0.96460986,
        -0.76113605);
  }

  @Test
  void lamb_decays_weights_before_the_ratio() {
    assertTrained(
        train(new Lamb(0.1).withBeta1(0.8).withBeta2(0.99).withWeightDecay(0.1).withEps(1e-4)),
        bias(0.044395365, -0.18019541, 0.23417211),
        0.27700594,
        -1.2731817,
        0.1876734,
        1.2656535,
        0.91187769,
        -0.73535025);
  }

  @Test
  void lars_scales_gradients_by_the_norm_of_the_parameter() {
    assertTrained(
        train(new Lars(1)),
        bias(0.099435069, -0.19963302, 0.29929739),
        0.49816874,
        -1.0039909,
        0.24866702,
        1.4985093,
        0.75370878,
        -0.50194716);
  }

  @Test
  void lars_decays_weights_and_looks_ahead() {
    assertTrained(
        train(
            new Lars(1)
                .withBeta(0.8)
                .withWeightDecay(0.1)
                .withTrustCoefficient(0.01)
                .withEps(1e-3)
                .withNesterov(true)),
        bias(0.092284925, -0.19760366, 0.29178432),
        0.47661385,
        -1.0377405,
        0.22358547,
        1.4804672,
        0.77943254,
        -0.52073067);
  }

  @Test
  void adafactor_keeps_all_second_moments_of_small_parameters() {
    assertTrained(
        train(new Adafactor(0.1)),
        bias(0.06657023, -0.20886838, 0.26607984),
        0.39316136,
        -1.1737432,
        0.13100524,
        1.4075376,
        0.7815792,
        -0.64836717);
  }

  @Test
  void adafactor_factors_has_momentum_and_decays() {
    assertTrained(
        train(
            new Adafactor(0.1).withBeta1(0.9).withWeightDecayRate(0.01).withMinDimSizeToFactor(2)),
        bias(0.091191523, -0.19282137, 0.28154525),
        0.45042187,
        -0.99843019,
        0.23568243,
        1.4415283,
        0.74355161,
        -0.50412589);
  }

  @Test
  void adafactor_neither_scales_nor_clips_if_asked() {
    assertTrained(
        train(
            new Adafactor(0.1)
                .withMultiplyByParameterScale(false)
                .withoutClippingThreshold()
                .withMinDimSizeToFactor(2)
                .withDecayRate(0.7)
                .withEpsilon1(1e-3)),
        bias(-0.068409227, -0.26921576, 0.14956723),
        0.29694411,
        -1.1472868,
        0.090126947,
        1.5022402,
        0.78712207,
        -0.63790172);
  }

  @Test
  void weight_norm_steps_along_directions_and_scales() {
    assertTrained(
        train(new WeightNorm<>(new Momentum(0.1))),
        bias(-0.087999992, -0.099000007, 0.092250004),
        0.029139515,
        -1.3449738,
        0.20420119,
        1.3972242,
        1.1874262,
        -0.68856555);
  }
}

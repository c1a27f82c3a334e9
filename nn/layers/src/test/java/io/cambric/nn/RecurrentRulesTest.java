package io.cambric.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.weight.RecurrentRules;
import io.cambric.io.weight.WeightMap;
import io.cambric.module.Modules;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Recurrent layers of PyTorch 2.13.0 with two features in and three out, in two layers; the
 * recorded values are those of the second sequence of a batch.
 */
class RecurrentRulesTest {

  private static final Array X = inputs();

  private static NdArray inputs() {
    var values = new float[12];
    for (int i = 0; i < values.length; i++) {
      values[i] = (i * 3 % 7 - 3) / 4f;
    }
    return NdArray.of(Shape.of(2, 3, 2), values);
  }

  /** {@return weights under the names and in the order of PyTorch, by a formula} */
  private static Map<String, NdArray> weights(String prefix, int gates, boolean bidirectional) {
    var weights = new LinkedHashMap<String, NdArray>();
    for (int layer = 0; layer < 2; layer++) {
      int in = layer == 0 ? 2 : bidirectional ? 6 : 3;
      for (var direction : bidirectional ? List.of("", "_reverse") : List.of("")) {
        var end = "_l" + layer + direction;
        put(weights, prefix + "weight_ih" + end, Shape.of(3 * gates, in));
        put(weights, prefix + "weight_hh" + end, Shape.of(3 * gates, 3));
        put(weights, prefix + "bias_ih" + end, Shape.of(3 * gates));
        put(weights, prefix + "bias_hh" + end, Shape.of(3 * gates));
      }
    }
    return weights;
  }

  private static void put(Map<String, NdArray> weights, String name, Shape shape) {
    var values = new float[(int) shape.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ((i * 7 + weights.size() * 5) % 11 - 5) / 10f;
    }
    weights.put(name, NdArray.of(shape, values));
  }

  private static <C> Array bidirectional(Supplier<RnnCell<C>> cell, Array x) {
    var hidden = x;
    for (int layer = 0; layer < 2; layer++) {
      hidden =
          Bidirectional.of(Rnn.of(cell.get()), Rnn.of(cell.get()))
              .named("layer_" + layer)
              .call(hidden);
    }
    return hidden;
  }

  private static <C> Array forwards(Supplier<RnnCell<C>> cell, Array x) {
    var first = Rnn.of(cell.get()).named("layer_0").call(x);
    return Rnn.of(cell.get()).named("layer_1").call(first);
  }

  /** {@return the paths of cells in the order in which a compact module makes them} */
  private static String[] cells(String type, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "params/" + type + "_" + i)
        .toArray(String[]::new);
  }

  /** Loads weights, applies, compares the second sequence, and goes the way back. */
  private static void assertComputes(
      UnaryOperator<Array> body, WeightMap map, Map<String, NdArray> weights, double... expected) {
    var net = Modules.of("Net", x -> body.apply(x));

    Variables variables = map.load(weights, net.init(Key.of(0), X));

    var output = net.apply(variables, X).get(1).concrete("test").toFloats();
    assertThat(output).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat((double) output[i]).as("element %d", i).isCloseTo(expected[i], within(1e-6));
    }
    var again = map.load(map.export(variables), net.init(Key.of(1), X));
    assertThat(net.apply(again, X).get(1).concrete("test").toFloats()).isEqualTo(output);
  }

  @Test
  void an_lstm_in_both_directions_computes_what_that_of_pytorch_does() {
    assertComputes(
        x -> bidirectional(() -> LstmCell.of(3), x),
        WeightMap.of(
            RecurrentRules.lstm("encoder").withBidirectional(true).to(cells("LSTMCell", 4))),
        weights("encoder.", 4, true),
        0.0440615,
        -0.1382013,
        -0.0283523,
        -0.0719116,
        0.1217987,
        0.1594957,
        0.079927,
        -0.1694159,
        -0.0152132,
        -0.0555173,
        0.1051412,
        0.1418896,
        0.1073738,
        -0.1865934,
        -0.0112289,
        -0.0402798,
        0.0582361,
        0.1129147);
  }

  @Test
  void an_lstm_in_one_direction_computes_what_that_of_pytorch_does() {
    assertComputes(
        x -> forwards(() -> OptimizedLstmCell.of(3), x),
        WeightMap.of(RecurrentRules.lstm("").to(cells("OptimizedLSTMCell", 2))),
        weights("", 4, false),
        -0.1238906,
        -0.0250345,
        0.0392888,
        -0.1765379,
        -0.0251286,
        0.0691394,
        -0.2051985,
        -0.0204345,
        0.089401);
  }

  @Test
  void a_gru_in_both_directions_computes_what_that_of_pytorch_does() {
    assertComputes(
        x -> bidirectional(() -> GruCell.of(3), x),
        WeightMap.of(RecurrentRules.gru("").withBidirectional(true).to(cells("GRUCell", 4))),
        weights("", 3, true),
        0.0015854,
        -0.2978279,
        -0.0070734,
        -0.2612616,
        0.2742344,
        0.0932597,
        0.0523129,
        -0.4106342,
        0.0516225,
        -0.212961,
        0.222845,
        0.016489,
        0.0764606,
        -0.4505611,
        0.0829508,
        -0.1361001,
        0.1217605,
        0.0506485);
  }

  @Test
  void a_gru_in_one_direction_computes_what_that_of_pytorch_does() {
    assertComputes(
        x -> forwards(() -> GruCell.of(3), x),
        WeightMap.of(RecurrentRules.gru("").to(cells("GRUCell", 2))),
        weights("", 3, false),
        -0.1260847,
        -0.1013244,
        0.1315233,
        -0.1678543,
        -0.1183811,
        0.227911,
        -0.2014186,
        -0.1107586,
        0.2909383);
  }

  @Test
  void a_plain_network_in_both_directions_computes_what_that_of_pytorch_does() {
    assertComputes(
        x -> bidirectional(() -> SimpleCell.of(3), x),
        WeightMap.of(RecurrentRules.rnn("").withBidirectional(true).to(cells("SimpleCell", 4))),
        weights("", 1, true),
        -0.1763353,
        0.103584,
        -0.1738323,
        0.2741357,
        -0.770626,
        -0.5805802,
        -0.7119172,
        -0.611124,
        0.3178568,
        -0.4271951,
        -0.2749901,
        -0.0615662,
        -0.6318122,
        -0.214078,
        -0.3666816,
        0.0123956,
        -0.5169407,
        -0.1446669);
  }

  @Test
  void cells_of_one_direction_alone_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> RecurrentRules.gru("a").withBidirectional(true).to("b", "c", "d"))
        .withMessageContaining(
            "Rules for the recurrent layer \"a.\" need two cell paths for each layer, but "
                + "got 3. Name the cells of each layer, forward cells first.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> RecurrentRules.rnn("").to())
        .withMessageContaining("need one cell path for each layer, but got 0.");
  }

  @Test
  void a_layer_of_the_file_without_a_cell_is_named() {
    var net = Modules.of("Net", x -> Rnn.of(GruCell.of(3)).call(x));
    var map = WeightMap.of(RecurrentRules.gru("").to("params/GRUCell_0"));
    var initial = net.init(Key.of(0), X);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> map.load(weights("", 3, false), initial))
        .withMessageContaining("no rule names array \"weight_hh_l1\" f32[9,3]");
  }
}

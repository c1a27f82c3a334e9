package io.cambric.conformance.interop;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.io.weight.RecurrentRules;
import io.cambric.io.weight.WeightMap;
import io.cambric.nn.GruCell;
import io.cambric.nn.LstmCarry;
import io.cambric.nn.LstmCell;
import io.cambric.nn.Rnn;
import io.cambric.nn.RnnCall;
import io.cambric.nn.RnnCell;
import io.cambric.nn.SimpleCell;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.ArrayFn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Recurrent layers of PyTorch: several layers in one or both directions. */
final class TorchRecurrent {

  private static final String CELL = "params/cell";

  private static final Map<String, ArrayFn> ACTIVATIONS =
      Map.of("tanh", Numpy::tanh, "relu", Activations::relu);

  private TorchRecurrent() {}

  static Map<String, Array> lstm(TorchCall call) {
    call.require("proj_size", 0);
    var h0 = call.optional("h0");
    var c0 = call.optional("c0");
    return run(
        call,
        LstmCell.of(call.size("hidden_size")),
        RecurrentRules.lstm(""),
        h0 == null || c0 == null ? null : i -> new LstmCarry(row(c0, i), row(h0, i)),
        carry -> Map.of("hn", carry.h(), "cn", carry.c()));
  }

  static Map<String, Array> gru(TorchCall call) {
    return simple(call, GruCell.of(call.size("hidden_size")), RecurrentRules.gru(""));
  }

  static Map<String, Array> rnn(TorchCall call) {
    var activation = call.choice("nonlinearity", "tanh", ACTIVATIONS);
    var cell = SimpleCell.of(call.size("hidden_size")).withActivationFn(activation);
    return simple(call, cell, RecurrentRules.rnn(""));
  }

  private static Map<String, Array> simple(
      TorchCall call, RnnCell<Array> cell, RecurrentRules rules) {
    var h0 = call.optional("h0");
    return run(
        call, cell, rules, h0 == null ? null : i -> row(h0, i), carry -> Map.of("hn", carry));
  }

  private static Array row(Array states, int index) {
    return Numpy.slice(states, 0, index, index + 1).reshape(states.shape().slice(1, states.rank()));
  }

  /**
   * Runs the layers one after the other.
   *
   * @param first the first carry of a layer and direction; {@code null} for zeros
   * @param last a last carry by name
   */
  private static <C> Map<String, Array> run(
      TorchCall call,
      RnnCell<C> cell,
      RecurrentRules rules,
      @Nullable IntFunction<C> first,
      Function<C, Map<String, Array>> last) {
    int directions = call.flag("bidirectional", false) ? 2 : 1;
    int layers = call.size("num_layers", 1);
    boolean batchFirst = call.flag("batch_first", false);
    boolean bias = call.flag("bias", true);
    var states = new LinkedHashMap<String, List<Array>>();
    var x = call.input();
    for (int layer = 0; layer < layers; layer++) {
      var outputs = new ArrayList<Array>();
      for (int direction = 0; direction < directions; direction++) {
        boolean backwards = direction == 1;
        // Without a batch, time is the first axis anyway.
        var rnn =
            Rnn.of(cell)
                .withTimeMajor(!batchFirst && x.rank() > 2)
                .withReverse(backwards)
                .withKeepOrder(true);
        var input = x;
        var options =
            first == null
                ? RnnCall.<C>none()
                : RnnCall.<C>none().withInitialCarry(first.apply(layer * directions + direction));
        var weights = weights(call, "_l" + layer + (backwards ? "_reverse" : ""));
        if (!bias) {
          addZeroBiases(weights);
        }
        var variables = WeightMap.of(rules.to(CELL)).load(weights, rnn.init(Key.of(0), input));
        var result = rnn.apply(variables, m -> m.callWithCarry(input, options));
        outputs.add(result.output());
        last.apply(result.carry())
            .forEach(
                (name, state) -> states.computeIfAbsent(name, _ -> new ArrayList<>()).add(state));
      }
      x = Numpy.concatenate(outputs, -1);
    }
    var all = new HashMap<String, Array>();
    all.put("output", x);
    states.forEach((name, list) -> all.put(name, Numpy.stack(list, 0)));
    return all;
  }

  /** Our cells always have biases. */
  private static void addZeroBiases(Map<String, Array> weights) {
    for (var of : List.of("ih", "hh")) {
      var rows = weights.get("weight_%s_l0".formatted(of)).dim(0);
      weights.put("bias_%s_l0".formatted(of), Numpy.zeros(Shape.of(rows)));
    }
  }

  /** {@return the weights of one layer in one direction, as those of the only one} */
  private static Map<String, Array> weights(TorchCall call, String suffix) {
    var weights = new LinkedHashMap<String, Array>();
    call.weights()
        .forEach((name, array) -> {
          if (name.endsWith(suffix)) {
            weights.put(name.substring(0, name.length() - suffix.length()) + "_l0", array);
          }
        });
    return weights;
  }
}

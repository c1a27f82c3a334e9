package io.cambric.conformance.interop;

import static io.cambric.io.weight.WeightRule.NOTHING;
import static io.cambric.io.weight.WeightRule.from;

import io.cambric.core.Array;
import io.cambric.io.weight.WeightMap;
import io.cambric.io.weight.WeightRule;
import io.cambric.nn.GruCell;
import io.cambric.nn.LstmCarry;
import io.cambric.nn.LstmCell;
import io.cambric.nn.Rnn;
import io.cambric.nn.RnnCall;
import io.cambric.nn.RnnCell;
import io.cambric.nn.SimpleCell;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Recurrent layers of PyTorch: several layers in one or both directions. */
final class TorchRecurrent {

  private static final String TRANSPOSED = "out in -> in out";

  private static final WeightMap LSTM =
      WeightMap.of(
          gates(
              "weight_ih",
              "params/cell/ii/",
              "params/cell/if/",
              "params/cell/ig/",
              "params/cell/io/"),
          gates(
              "weight_hh",
              "params/cell/hi/",
              "params/cell/hf/",
              "params/cell/hg/",
              "params/cell/ho/"),
          from("bias_ih", "bias_hh")
              .sum()
              .split(0)
              .to(
                  "params/cell/hi/bias",
                  "params/cell/hf/bias",
                  "params/cell/hg/bias",
                  "params/cell/ho/bias"));

  private static final WeightMap GRU =
      WeightMap.of(
          gates("weight_ih", "params/cell/ir/", "params/cell/iz/", "params/cell/in/"),
          gates("weight_hh", "params/cell/hr/", "params/cell/hz/", "params/cell/hn/"),
          from("bias_ih", "bias_hh")
              .sum()
              .split(0)
              .to("params/cell/ir/bias", "params/cell/iz/bias", NOTHING),
          from("bias_ih").split(0).to(NOTHING, NOTHING, "params/cell/in/bias"),
          from("bias_hh").split(0).to(NOTHING, NOTHING, "params/cell/hn/bias"));

  private static final WeightMap RNN =
      WeightMap.of(
          from("weight_ih").rearrange(TRANSPOSED).to("params/cell/i/kernel"),
          from("weight_hh").rearrange(TRANSPOSED).to("params/cell/h/kernel"),
          from("bias_ih", "bias_hh").sum().to("params/cell/i/bias"));

  private TorchRecurrent() {}

  private static WeightRule gates(String name, String... places) {
    var paths = List.of(places).stream().map(place -> place + "kernel").toArray(String[]::new);
    return from(name).split(0).rearrange(TRANSPOSED).to(paths);
  }

  static Map<String, Array> lstm(TorchCall call) {
    var h0 = call.required("h0");
    var c0 = call.required("c0");
    return run(
        call,
        LstmCell.of(call.size("hidden_size")),
        LSTM,
        i -> new LstmCarry(row(c0, i), row(h0, i)),
        carry -> Map.of("hn", carry.h(), "cn", carry.c()));
  }

  static Map<String, Array> gru(TorchCall call) {
    var h0 = call.required("h0");
    var cell = GruCell.of(call.size("hidden_size"));
    return run(call, cell, GRU, i -> row(h0, i), carry -> Map.of("hn", carry));
  }

  static Map<String, Array> rnn(TorchCall call) {
    var h0 = call.required("h0");
    var cell = SimpleCell.of(call.size("hidden_size"));
    return run(call, cell, RNN, i -> row(h0, i), carry -> Map.of("hn", carry));
  }

  private static Array row(Array states, int index) {
    return Numpy.slice(states, 0, index, index + 1).reshape(states.shape().slice(1, states.rank()));
  }

  private static <C> Map<String, Array> run(
      TorchCall call,
      RnnCell<C> cell,
      WeightMap map,
      IntFunction<C> first,
      Function<C, Map<String, Array>> last) {
    int directions = call.flag("bidirectional", false) ? 2 : 1;
    int layers = (int) call.number("num_layers", 1);
    var states = new LinkedHashMap<String, List<Array>>();
    var x = call.input();
    for (int layer = 0; layer < layers; layer++) {
      var outputs = new ArrayList<Array>();
      for (int direction = 0; direction < directions; direction++) {
        boolean backwards = direction == 1;
        var rnn =
            Rnn.of(cell)
                .withTimeMajor(!call.flag("batch_first", false))
                .withReverse(backwards)
                .withKeepOrder(true);
        var input = x;
        var options =
            RnnCall.<C>none().withInitialCarry(first.apply(layer * directions + direction));
        var weights = weights(call, "_l" + layer + (backwards ? "_reverse" : ""));
        var variables = map.load(weights, rnn.init(Key.of(0), input));
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

  /** {@return the weights of one layer in one direction, without the suffix} */
  private static Map<String, Array> weights(TorchCall call, String suffix) {
    var weights = new LinkedHashMap<String, Array>();
    call.weights()
        .forEach((name, array) -> {
          if (name.endsWith(suffix)) {
            weights.put(name.substring(0, name.length() - suffix.length()), array);
          }
        });
    return weights;
  }
}

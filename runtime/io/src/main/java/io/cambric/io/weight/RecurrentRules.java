package io.cambric.io.weight;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules for a whole recurrent module of PyTorch, with one or more layers in one or both directions.
 * An immutable value; each method returns another one.
 *
 * <p>The weights become the variables of one cell for each layer and direction: {@code LSTMCell} or
 * {@code OptimizedLSTMCell}, {@code GRUCell}, {@code SimpleCell}. PyTorch has two biases where a
 * cell has one, so they are added.
 *
 * {@snippet :
 * // x -> Bidirectional.of(Rnn.of(LstmCell.of(64)), Rnn.of(LstmCell.of(64))).call(x), twice
 * var map =
 *     WeightMap.of(
 *         RecurrentRules.lstm("encoder")
 *             .withBidirectional(true)
 *             .to(
 *                 "params/LSTMCell_0",
 *                 "params/LSTMCell_1",
 *                 "params/LSTMCell_2",
 *                 "params/LSTMCell_3"));
 * }
 *
 * @see <a
 *     href="https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTM.html">torch.nn.LSTM</a>
 * @see <a href="https://docs.pytorch.org/docs/stable/generated/torch.nn.GRU.html">torch.nn.GRU</a>
 */
public final class RecurrentRules {

  private static final String TRANSPOSED = "out in -> in out";

  /** The kinds of cells, with the letters of their gates in PyTorch's order. */
  private enum Kind {
    LSTM("i", "f", "g", "o"),
    GRU("r", "z", "n"),
    RNN("");

    private final List<String> gates;

    Kind(String... gates) {
      this.gates = List.of(gates);
    }
  }

  private final Kind kind;
  private final String prefix;
  private final boolean bidirectional;

  private RecurrentRules(Kind kind, String prefix, boolean bidirectional) {
    this.kind = kind;
    this.prefix = prefix;
    this.bidirectional = bidirectional;
  }

  private static RecurrentRules of(Kind kind, String name) {
    return new RecurrentRules(kind, name.isEmpty() ? "" : name + ".", false);
  }

  /**
   * {@return rules for an {@code nn.LSTM}, in one direction}
   *
   * @param name of the module; empty if the file contains nothing else
   */
  public static RecurrentRules lstm(String name) {
    return of(Kind.LSTM, name);
  }

  /**
   * {@return rules for an {@code nn.GRU}, in one direction}
   *
   * @param name of the module; empty if the file contains nothing else
   */
  public static RecurrentRules gru(String name) {
    return of(Kind.GRU, name);
  }

  /**
   * {@return rules for an {@code nn.RNN}, in one direction}
   *
   * @param name of the module; empty if the file contains nothing else
   */
  public static RecurrentRules rnn(String name) {
    return of(Kind.RNN, name);
  }

  /** {@return this with layers in both directions, or in one direction} */
  public RecurrentRules withBidirectional(boolean both) {
    return new RecurrentRules(kind, prefix, both);
  }

  /**
   * {@return the rules}
   *
   * @param cells paths of the cells, with the collection, layer by layer; within a layer, the
   *     forward cell comes first
   * @throws DataException if there is none, or an odd number for both directions
   */
  public List<WeightRule> to(String... cells) {
    int directions = bidirectional ? 2 : 1;
    if (cells.length == 0 || cells.length % directions != 0) {
      throw new DataException(
          "Rules for the recurrent layer %s need %s, but got %d. Name the cells of each layer, forward cells first."
              .formatted(
                  Quoted.of(prefix),
                  bidirectional ? "two cell paths for each layer" : "one cell path for each layer",
                  cells.length));
    }
    var rules = new ArrayList<WeightRule>();
    for (int i = 0; i < cells.length; i++) {
      boolean backwards = i % directions == 1;
      add("_l" + i / directions + (backwards ? "_reverse" : ""), cells[i] + "/", rules);
    }
    return List.copyOf(rules);
  }

  private void add(String suffix, String cell, List<WeightRule> rules) {
    rules.add(matrix("weight_ih" + suffix, cell + "i"));
    rules.add(matrix("weight_hh" + suffix, cell + "h"));
    var ofInput = prefix + "bias_ih" + suffix;
    var ofCarry = prefix + "bias_hh" + suffix;
    var sum = WeightRule.from(ofInput, ofCarry).sum();
    switch (kind) {
      case LSTM -> rules.add(sum.split(0).to(paths(cell + "h", "/bias")));
      case RNN -> rules.add(sum.to(cell + "i/bias"));
      case GRU -> {
        // The last gate multiplies one of its biases, so the cell keeps both.
        var nothing = WeightRule.NOTHING;
        rules.add(sum.split(0).to(cell + "ir/bias", cell + "iz/bias", nothing));
        rules.add(WeightRule.from(ofInput).split(0).to(nothing, nothing, cell + "in/bias"));
        rules.add(WeightRule.from(ofCarry).split(0).to(nothing, nothing, cell + "hn/bias"));
      }
    }
  }

  private WeightRule matrix(String name, String start) {
    var rule = WeightRule.from(prefix + name);
    var split = kind == Kind.RNN ? rule : rule.split(0);
    return split.rearrange(TRANSPOSED).to(paths(start, "/kernel"));
  }

  private String[] paths(String start, String end) {
    return kind.gates.stream().map(gate -> start + gate + end).toArray(String[]::new);
  }

  /** {@return the kind of the layer and its name} */
  @Override
  public String toString() {
    return "RecurrentRules %s %s%s"
        .formatted(kind, prefix, bidirectional ? " in both directions" : "");
  }
}

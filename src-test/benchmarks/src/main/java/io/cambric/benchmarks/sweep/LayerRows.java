package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.SINGLE;
import static io.cambric.transform.Transforms.evalShape;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Layer;
import io.cambric.module.Module;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.ConvTranspose;
import io.cambric.nn.Dense;
import io.cambric.nn.Embed;
import io.cambric.nn.GroupNorm;
import io.cambric.nn.GruCell;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.LstmCell;
import io.cambric.nn.MultiHeadAttention;
import io.cambric.nn.RmsNorm;
import io.cambric.nn.Rnn;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Layers; the operands after the input are the variables, in the order of their names. */
final class LayerRows {

  private static final String IMAGE = "n:1-32 h:5-64 w:5-64 i:1-128";

  private final Family family = new Family("layers", 50_000_000, false);

  private LayerRows() {}

  static List<Family> families() {
    var all = new LayerRows();
    all.add("nn.Dense", "n i; f", c -> Dense.of(c.size("f")));
    all.add("nn.Conv", IMAGE + "; f:1-128", c -> Conv.of(c.size("f"), 3, 3));
    all.add(
        "nn.ConvTranspose",
        IMAGE + "; f:1-128",
        c -> ConvTranspose.of(c.size("f"), List.of(3, 3)).withStrides(List.of(2, 2)));
    all.add("nn.LayerNorm", "n i:2-6000", _ -> LayerNorm.of());
    all.add("nn.RmsNorm", "n i:2-6000", _ -> RmsNorm.of());
    all.add("nn.GroupNorm", "n:1-32 h:2-32 w:2-32 8*i:1-32", _ -> GroupNorm.of(8));
    all.add("nn.BatchNorm", "n:2-32 h:2-32 w:2-32 i:1-256", _ -> BatchNorm.of(false));
    all.add(
        "nn.Embed", "ids(v) n:1-5000; v:1-20000 d:1-512", c -> Embed.of(c.size("v"), c.size("d")));
    all.add(
        "nn.MultiHeadAttention",
        "b:1-8 t:1-256 4*d:2-64",
        _ -> MultiHeadAttention.of(4).withDeterministic(true));
    all.add("nn.LSTM", "b:1-64 t:1-64 i:1-256; f:1-256", c -> Rnn.of(LstmCell.of(c.size("f"))));
    all.add("nn.GRU", "b:1-64 t:1-64 i:1-256; f:1-256", c -> Rnn.of(GruCell.of(c.size("f"))));
    return List.of(all.family);
  }

  private <M extends Module<M> & Layer> void add(
      String name, String input, Function<Case, M> layer) {
    var spec = new Spec(input);
    family.addOperands(
        name,
        SINGLE,
        input,
        c -> {
          var operands = new ArrayList<>(spec.operands(c.sizes(), c.dtype()));
          Trees.leaves(variables(layer.apply(c), operands.getFirst())).stream()
              .map(ShapedArray.class::cast)
              .map(aval -> new CaseOperand(aval.shape(), aval.dtype(), Values.SHARE, 0))
              .forEach(operands::add);
          return operands;
        },
        (c, x) -> {
          var module = layer.apply(c);
          var input0 = spec.operands(c.sizes(), c.dtype()).getFirst();
          var variables =
              (Variables)
                  Objects.requireNonNull(
                      Trees.structure(variables(module, input0)).unflatten(x.subList(1, x.size())));
          return module
              .apply(variables, ApplyOptions.mutable("batch_stats"), m -> m.call(x.getFirst()))
              .output();
        });
  }

  /** {@return the shapes of the variables of a layer} */
  private static <M extends Module<M> & Layer> Object variables(M layer, CaseOperand input) {
    return Objects.requireNonNull(
        evalShape(
            (Array x) -> layer.init(Key.of(0), m -> m.call(x)),
            (Object) new ShapedArray(input.shape(), input.dtype())));
  }
}

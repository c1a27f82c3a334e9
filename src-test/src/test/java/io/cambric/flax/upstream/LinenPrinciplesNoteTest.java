package io.cambric.flax.upstream;

import static io.cambric.flax.upstream.Numbers.assertNumbers;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.zeros;
import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.stopGradient;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.lax.Lax;
import io.cambric.nn.Dense;
import io.cambric.nn.Sequential;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The promises of the note on design principles, each as the program that the note describes. */
class LinenPrinciplesNoteTest {

  private static final Key KEY = Key.of(0);

  // -- How does a neural network library benefit from being built on JAX?

  @Test
  void models_are_written_for_one_example_and_vmap_brings_the_batch() {
    var net = SingleExample.of();
    var xs = arange(15.0).reshape(5, 3).div(10);
    var variables = net.init(KEY, xs.get(0));

    var ys = vmap((Array x) -> net.apply(variables, x)).apply(xs);

    assertNumbers(ys, 0.01845191, 0.07461409, 0.14388886, 0.21179333, 0.26921225);
  }

  @Test
  void gradients_of_each_example_are_vmap_of_the_gradient() {
    var net = SingleExample.of();
    var xs = arange(15.0).reshape(5, 3).div(10);
    var params = net.init(KEY, xs.get(0)).params();

    var grads =
        vmap((Array x) -> grad((Params p) -> net.apply(Variables.of(p), x)).apply(params))
            .apply(xs);

    assertThat(grads.get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(5, 3, 8));
    assertThat(grads.get("Dense_1", "bias").toFloats()).containsExactly(1, 1, 1, 1, 1);
  }

  @Test
  void ragged_batches_are_single_examples_with_a_length() {
    var model = Sentence.of(10);
    var tokens = array(new int[][] {{1, 2, 3, 0}, {4, 5, 0, 0}});
    var padded = array(new int[][] {{1, 2, 3, 7, 7, 7}, {4, 5, 9, 9, 9, 9}});
    var lengths = array(3, 2);
    var variables = model.init(KEY, tokens.get(0), lengths.get(0));
    var batched = vmap((Array t, Array n) -> model.apply(variables, t, n));

    var out = batched.apply(tokens, lengths);

    assertNumbers(out, 0.50542104, -0.05195287, -0.18439586, 0.05834271);
    assertThat(batched.apply(padded, lengths).toFloats()).isEqualTo(out.toFloats());
  }

  @Test
  void deep_convolutional_nets_are_one_rematerialised_loop() {
    var x = arange(32.0).reshape(1, 4, 4, 2).div(10);

    var params = DeepNet.of(6).init(KEY, x).params();

    assertThat(params.get("ScanCheckpointResidualBlock_0", "Conv_0", "kernel").shape())
        .isEqualTo(Shape.of(6, 3, 3, 2, 2));
    assertNumbers(
        DeepNet.of(6).apply(Variables.of(params), x).get("0, 0, :2"),
        2.33410621,
        2.74741793,
        1.69811583,
        2.94527245);
    assertThat(gradient(6, x))
        .contains("scan[", "length=6", "remat2[")
        .hasLineCount((int) gradient(60, x).lines().count());
  }

  /** {@return the program of the gradient of a net of a depth} */
  private static String gradient(int depth, Array x) {
    var net = DeepNet.of(depth);
    var loss = grad((Params p) -> net.apply(Variables.of(p), x).sum());
    return makeJaxpr(loss, net.init(KEY, x).params()).toString();
  }

  // -- How does one interoperate with JAX transformations?

  @Test
  void modules_become_functions_from_variables_and_input_to_variables_and_output() {
    var model = ManyKinds.of();
    var x = arange(6.0).reshape(3, 2);
    var variables = model.init(Rngs.of(KEY).stream("noise", Key.of(1)), x, false);
    var function =
        jit((Variables in, Array input) ->
            model.apply(
                in,
                mutable("batch_stats", "counter").rng("dropout", Key.of(2)).rng("noise", Key.of(3)),
                input,
                true));

    var out = function.apply(variables, x);

    assertThat(variables.names()).containsExactly("params", "batch_stats", "counter");
    assertThat(out.variables().names()).containsExactly("batch_stats", "counter");
    assertThat(out.variables().collection("counter").get("calls").item()).isEqualTo(1);
    assertNumbers(
        out.variables().collection("batch_stats").get("BatchNorm_0", "mean"),
        -0.00385676,
        0.03790070,
        0.00266342,
        -0.01303576);
    assertNumbers(out.output().get(0), -0.23570311, -2.80854058, 2.46993303, 2.32480979);
  }

  @Test
  void pmap_with_shared_parameters_is_training_in_parallel() {
    var model = Dense.of(1);
    var xs = arange(24.0).reshape(2, 4, 3).div(10);
    var params = model.init(KEY, xs.get(0)).params();

    var parallel =
        pmap(
                (Params p, Array x) -> {
                  var own = grad((Params q) -> loss(model, q, x)).apply(p);
                  return own.map(g -> Lax.pmean(g, "workers"));
                })
            .inAxes(null, 0)
            .axisName("workers")
            .apply(params, xs);

    var whole = grad((Params q) -> loss(model, q, xs.reshape(8, 3))).apply(params);
    for (int worker = 0; worker < 2; worker++) {
      assertNumbers(parallel.get("kernel").get(worker), whole.get("kernel"));
    }
  }

  private static Array loss(Dense model, Params params, Array x) {
    return model.apply(Variables.of(params), x).square().mean();
  }

  @Test
  void pmap_with_parameters_of_each_worker_is_an_ensemble() {
    var model = Dense.of(1);
    var xs = arange(24.0).reshape(2, 4, 3).div(10);

    var variables = pmap((Key k) -> model.init(k, xs.get(0))).apply(KEY.split(2));
    var ys = pmap((Variables v, Array x) -> model.apply(v, x)).apply(variables, xs);

    assertNumbers(
        variables.params().get("kernel"),
        0.62151420,
        0.88546389,
        -0.44554484,
        -0.18940832,
        -0.27477959,
        0.15247384);
    assertNumbers(ys.get(":, 0, 0"), -0.00056258, -0.37104011);
  }

  // -- How are parameters represented?

  @Test
  void parameters_are_nested_maps_with_meaningful_keys_and_easy_to_change() {
    var model = Sequential.of(Dense.of(4), Activations::tanh, Dense.of(1));
    var x = ones(2, 3);
    var params = model.init(KEY, x).params();

    var changed = params.with(List.of("layers_2", "bias"), array(5.0));

    assertThat(params.paths())
        .containsExactly("layers_0/bias", "layers_0/kernel", "layers_2/bias", "layers_2/kernel");
    assertNumbers(model.apply(Variables.of(params), x), 0.89083433, 0.89083433);
    assertNumbers(model.apply(Variables.of(changed), x), 5.89083433, 5.89083433);
    assertThat(params.get("layers_2", "bias").toFloats()).containsExactly(0);
  }

  @Test
  void loss_terms_may_be_of_parts_of_a_model() {
    var model = Sequential.of(Dense.of(4), Activations::tanh, Dense.of(1));
    var x = ones(2, 3);
    var params = model.init(KEY, x).params();

    var grads =
        grad(
                (Params p) -> {
                  var frozen =
                      p.mapWithPath(
                          (path, leaf) -> path.startsWith("layers_0") ? stopGradient(leaf) : leaf);
                  var decay = p.get("layers_2", "kernel").square().sum();
                  return model.apply(Variables.of(frozen), x).mean().add(decay.mul(0.5));
                })
            .apply(params);

    assertThat(grads.get("layers_0", "kernel").toFloats()).containsOnly(0);
    assertThat(grads.get("layers_2", "bias").toFloats()).containsExactly(1);
    assertThat(grads.get("layers_2", "kernel").toFloats()).doesNotContain(0);
  }

  @Test
  void variables_are_saved_by_a_library_that_knows_nothing_of_them(@TempDir Path folder) {
    var model = Sequential.of(Dense.of(4), Activations::tanh, Dense.of(1));
    var x = ones(2, 3);
    var variables = model.init(KEY, x);
    var file = folder.resolve("model.safetensors");
    var names = variables.params().paths().iterator();
    var arrays = new LinkedHashMap<String, NdArray>();
    Trees.leaves(variables.params()).forEach(leaf -> arrays.put(names.next(), (NdArray) leaf));

    SafeTensors.of(arrays).write(file);

    var read = SafeTensors.read(file);
    var restored = variables.params().mapWithPath((path, _) -> read.get(path));
    assertThat(model.apply(Variables.of(restored), x).toFloats())
        .isEqualTo(model.apply(variables, x).toFloats());
  }

  // -- How does one interoperate with purely functional JAX code?

  @Test
  void a_function_with_trainable_sections_is_a_module_as_a_whole() {
    var program = Program.of(LinenPrinciplesNoteTest::program);
    var x = ones(3, 3);

    var variables = program.init(KEY, x);

    assertThat(variables.params().paths()).containsExactly("Dense_0/bias", "Dense_0/kernel");
    assertNumbers(program.apply(variables, x), -2.52839160, 2.81881857, 0.56926918);
  }

  private static Array program(Array x) {
    Array total = zeros(3);
    for (int i = 0; i < 3; i++) {
      total = total.add(x.get(i).mul(i));
    }
    total = Dense.of(3).call(total);
    return cond(total.sum().gt(0), y -> y, y -> y.neg(), total);
  }

  @Test
  void a_module_is_plain_code_with_named_variables() {
    var params = Map.of("kernel", ones(2, 3), "bias", zeros(3));

    var y = Dense.of(3).apply(Variables.of(Params.of(params)), ones(1, 2));

    assertThat(y.toFloats()).containsExactly(2, 2, 2);
  }
}

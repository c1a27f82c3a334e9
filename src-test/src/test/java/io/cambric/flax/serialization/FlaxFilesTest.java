package io.cambric.flax.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.io.RawArray;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.optax.schedule.Schedules;
import io.cambric.oracle.PythonProcess;
import io.cambric.scope.Params;
import io.cambric.serialization.Serialization;
import io.cambric.serialization.SerializationOptions;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real Flax reads files of ours, and ours reads its files; all bits of arrays are the same. */
class FlaxFilesTest {

  /** A train state of Flax with batch statistics, and the optimiser of the test. */
  private static final String MODEL =
      """
      import sys
      import jax, jax.numpy as jnp, numpy as np, optax
      import flax.linen as nn
      from flax import serialization
      from flax.training import train_state
      class Mlp(nn.Module):
          @nn.compact
          def __call__(self, x, train):
              x = nn.Dense(4)(x)
              x = nn.relu(nn.BatchNorm(use_running_average=not train)(x))
              return nn.Dense(3)(x)
      class State(train_state.TrainState):
          batch_stats: dict
      x = jnp.ones((2, 5))
      v = Mlp().init(jax.random.key(7), x, True)
      tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(optax.linear_schedule(0.1, 0, 10)))
      state = State.create(apply_fn=Mlp().apply, params=v['params'], tx=tx, batch_stats=v['batch_stats'])
      """;

  private static final String RESTORE =
      MODEL
          + """
          state = serialization.from_bytes(state, open(sys.argv[1], 'rb').read())
          assert isinstance(state.opt_state[1][0], optax.ScaleByAdamState)
          open(sys.argv[2], 'wb').write(serialization.to_bytes(state))
          """;

  private static final String TRAIN =
      MODEL
          + """
          def loss(params):
              y, updates = state.apply_fn({'params': params, 'batch_stats': state.batch_stats}, x, True, mutable=['batch_stats'])
              return (y ** 2).sum(), updates
          for _ in range(3):
              grads, updates = jax.grad(loss, has_aux=True)(state.params)
              state = state.apply_gradients(grads=grads, batch_stats=updates['batch_stats'])
          open(sys.argv[1], 'wb').write(serialization.to_bytes(state))
          for path, leaf in jax.tree_util.tree_leaves_with_path(serialization.to_state_dict(state)):
              a = np.asarray(leaf, np.int32) if isinstance(leaf, int) else np.asarray(leaf)
              print('/'.join(k.key for k in path), a.dtype.name, list(a.shape), a.tobytes().hex())
          """;

  private static final String PRINT =
      """
      import sys
      import numpy as np
      from flax import serialization
      for name, a in serialization.msgpack_restore(open(sys.argv[1], 'rb').read()).items():
          print(name, a.dtype.name, list(a.shape), a.tobytes().hex())
      """;

  private static final int FILES = 100;

  private static final PythonProcess FLAX = PythonProcess.with("flax", "optax");

  @TempDir private Path folder;

  private static StandardTrainState<NormalizedMlp> initial() {
    var model = NormalizedMlp.of(4, 3);
    var variables = model.init(Key.of(7), m -> m.call(ones(2, 5), true));
    var tx = Optax.chain(Optax.clipByGlobalNorm(1), Optax.adamw(Schedules.linear(0.1, 0, 10)));
    return StandardTrainState.create(model, variables, tx);
  }

  private static StandardTrainState<NormalizedMlp> trained() {
    var state = initial();
    for (int i = 0; i < 3; i++) {
      var now = state;
      var grads =
          Transforms.grad((Params params) ->
                  now.model()
                      .apply(now.variables(params), m -> m.call(ones(2, 5), false))
                      .square()
                      .sum())
              .apply(state.params());
      state = state.applyGradients(grads);
    }
    return state;
  }

  private static NdArray ones(int... dims) {
    var shape = Shape.of(dims);
    var buffer = Buffer.allocate(DType.F32, shape.size());
    Arrays.fill(buffer.floats(), 1);
    return NdArray.of(new ShapedArray(shape, DType.F32), buffer);
  }

  /** {@return each array as its path, dtype, shape and bytes, sorted} */
  private static List<String> lines(Object tree) {
    var state = Serialization.toStateDict(tree);
    var paths = Trees.structure(state).paths();
    var lines = new ArrayList<String>();
    for (int i = 0; i < paths.size(); i++) {
      lines.add(line(paths.get(i), ((Array) Trees.leaves(state).get(i)).concrete("test")));
    }
    return lines;
  }

  private static String line(String name, NdArray array) {
    var bytes =
        ByteBuffer.allocate(array.size() * array.dtype().bytes()).order(ByteOrder.LITTLE_ENDIAN);
    array.buffer().write(bytes, array.offset(), array.size());
    return "%s %s %s %s"
        .formatted(
            name, array.dtype().jaxName(), array.shape(), HexFormat.of().formatHex(bytes.array()))
        .stripTrailing();
  }

  @Test
  void flax_restores_a_train_state_of_ours_and_writes_it_back() throws IOException {
    var ours = folder.resolve("ours.msgpack");
    var flax = folder.resolve("flax.msgpack");
    var state = trained();
    Serialization.write(ours, state);

    FLAX.lines(RESTORE, ours, flax);

    assertThat(lines(Serialization.read(flax, initial()))).isEqualTo(lines(state));
  }

  @Test
  void a_train_state_of_flax_is_restored_here() throws IOException {
    var file = folder.resolve("flax.msgpack");
    var recorded = FLAX.lines(TRAIN, file);

    assertThat(lines(Serialization.read(file, initial())))
        .containsExactlyInAnyOrderElementsOf(recorded);
  }

  @Test
  @SuppressWarnings("KeyReused") // one key for all dtypes, so that they round the same bits
  void flax_reads_arrays_of_each_dtype() throws IOException {
    var arrays = new LinkedHashMap<String, Object>();
    var expected = new ArrayList<String>();
    for (var dtype : DType.values()) {
      var array = Random.bits(Key.of(1), Shape.of(2, 3)).astype(dtype).concrete("test");
      arrays.put(dtype.jaxName(), array);
      expected.add(line(dtype.jaxName(), array));
    }
    for (var dtype : List.of("complex64", "float8_e4m3fn", "float8_e5m2", "int4")) {
      int bytes = dtype.equals("complex64") ? 16 : 2;
      arrays.put(dtype, RawArray.of(dtype, Shape.of(2), new byte[bytes]));
      expected.add("%s %1$s [2] %s".formatted(dtype, "00".repeat(bytes)));
    }
    var file = folder.resolve("dtypes.msgpack");
    Serialization.write(file, arrays);

    assertThat(FLAX.lines(PRINT, file)).isEqualTo(expected);
  }

  @Test
  void flax_puts_chunks_of_ours_together() throws IOException {
    var array = Random.normal(Key.of(1), Shape.of(7, 5)).concrete("test");
    var options = SerializationOptions.DEFAULT.withMaxChunkBytes(48);
    var file = folder.resolve("chunks.msgpack");
    Files.write(file, Serialization.toBytes(Map.of("x", array), options));

    assertThat(FLAX.lines(PRINT, file)).containsExactly(line("x", array));
  }

  @Test
  void files_of_random_trees_are_written_back_byte_for_byte() throws IOException {
    FLAX.lines(program("random_trees.py"), folder, 1, FILES);

    for (int i = 0; i < FILES; i++) {
      var bytes = Files.readAllBytes(folder.resolve(i + ".msgpack"));
      var tree = Serialization.msgpackRestore(bytes);
      var again = i % 2 == 0 ? Serialization.msgpackSerialize(tree) : Serialization.toBytes(tree);
      assertThat(again).as("file %d", i).isEqualTo(bytes);
    }
  }

  private static String program(String name) throws IOException {
    try (var file = FlaxFilesTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

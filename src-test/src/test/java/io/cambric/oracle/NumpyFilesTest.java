package io.cambric.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.io.RawArray;
import io.cambric.io.npy.Npy;
import io.cambric.io.npy.Npz;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real NumPy and safetensors read files of ours, and ours read theirs; all bits are the same. */
class NumpyFilesTest {

  private static final PythonProcess NUMPY =
      PythonProcess.with("numpy", "ml_dtypes", "safetensors");

  private static final String LINE =
      """
      import sys
      import ml_dtypes
      import numpy as np
      def line(name, a):
          print(name, a.dtype.name, list(a.shape), np.ascontiguousarray(a.astype(a.dtype.newbyteorder('<'))).tobytes().hex())
      """;

  private static final String READ_NPZ =
      LINE
          + """
          with np.load(sys.argv[1]) as file:
              for name in file.files:
                  a = file[name]
                  line(name, a.view(ml_dtypes.bfloat16) if a.dtype == 'V2' else a)
          """;

  private static final String WRITE_NPZ =
      LINE
          + """
          rng = np.random.default_rng(int(sys.argv[3]))
          arrays = {}
          for i, dtype in enumerate(['?', 'u1', 'i1', '<u2', '>u2', '<i4', '>i8', '<f2', '>f4', '<f8', '<c8', '>c16', '<M8[s]']):
              shape = tuple(int(n) for n in rng.integers(0, 4, rng.integers(0, 4)))
              width = np.dtype(dtype).itemsize
              bits = rng.integers(0, 2 if dtype == '?' else 256, shape + (width,), np.uint8)
              a = np.frombuffer(bits.tobytes(), np.dtype(dtype)).reshape(shape)
              arrays[f'a/{i}'] = np.asfortranarray(a) if i % 2 else a
              line(f'a/{i}', arrays[f'a/{i}'])
          (np.savez_compressed if sys.argv[2] == 'true' else np.savez)(sys.argv[1], **arrays)
          """;

  private static final String READ_NPY =
      LINE + "line('x', np.load(sys.argv[1]))\nline('x', np.load(sys.argv[1], mmap_mode='r'))\n";

  private static final String READ_SAFETENSORS =
      LINE
          + """
          import json
          from safetensors import safe_open
          index = json.load(open(sys.argv[1] + '/model.safetensors.index.json'))
          for name, shard in index['weight_map'].items():
              with safe_open(sys.argv[1] + '/' + shard, 'numpy') as file:
                  line(name, file.get_tensor(name))
          """;

  private static final String WRITE_SAFETENSORS =
      LINE
          + """
          from safetensors.numpy import save_file
          rng = np.random.default_rng(7)
          arrays = {f'x.{i}': rng.standard_normal((3, i)).astype(t) for i, t in enumerate(['f2', 'f4', 'f8', 'i4', ml_dtypes.bfloat16])}
          save_file(arrays, sys.argv[1], {'format': 'np'})
          for name, a in sorted(arrays.items()):
              line(name, a)
          """;

  @TempDir private Path folder;

  private static Map<String, NdArray> arrays() {
    var arrays = new LinkedHashMap<String, NdArray>();
    for (var dtype : DType.values()) {
      arrays.put(
          "of/" + dtype,
          Random.bits(Key.of(dtype.ordinal()), Shape.of(2, 3)).astype(dtype).concrete("test"));
    }
    arrays.put("scalar", NdArray.scalar(DType.F64, 0.1));
    arrays.put("empty", NdArray.of(Shape.of(0, 3)));
    return arrays;
  }

  private static List<String> lines(Map<String, ?> arrays) {
    var lines = new ArrayList<String>();
    arrays.forEach((name, array) -> lines.add(line(name, array)));
    return lines;
  }

  private static String line(String name, Object array) {
    if (array instanceof RawArray raw) {
      byte[] bytes = new byte[raw.data().remaining()];
      raw.data().get(bytes);
      return line(name, raw.dtype(), raw.shape(), bytes);
    }
    var dense = ((Array) array).concrete("test");
    var bytes =
        ByteBuffer.allocate(dense.size() * dense.dtype().bytes()).order(ByteOrder.LITTLE_ENDIAN);
    dense.buffer().write(bytes, dense.offset(), dense.size());
    return line(name, dense.dtype().jaxName(), dense.shape(), bytes.array());
  }

  private static String line(String name, String dtype, Shape shape, byte[] bytes) {
    return "%s %s %s %s".formatted(name, dtype, shape, HexFormat.of().formatHex(bytes));
  }

  @Test
  void numpy_reads_archives_of_ours() throws IOException {
    var file = folder.resolve("arrays.npz");
    Npz.write(file, arrays());
    assertThat(NUMPY.lines(READ_NPZ, file)).isEqualTo(lines(arrays()));

    Npz.writeCompressed(file, arrays());
    assertThat(NUMPY.lines(READ_NPZ, file)).isEqualTo(lines(arrays()));
  }

  @Test
  void numpy_reads_and_maps_an_array_of_ours() throws IOException {
    var file = folder.resolve("array.npy");
    var array = Random.normal(Key.of(1), Shape.of(4, 5)).concrete("test");
    Npy.write(file, array);

    assertThat(NUMPY.lines(READ_NPY, file)).containsExactly(line("x", array), line("x", array));
  }

  @Test
  void archives_of_numpy_are_read_here() throws IOException {
    for (int seed = 0; seed < 10; seed++) {
      var file = folder.resolve("numpy.npz");
      var written = NUMPY.lines(WRITE_NPZ, file, seed % 2 == 1, seed);
      var read = new ArrayList<String>();
      try (var open = Npz.open(file)) {
        open.names().forEach(name -> read.add(line(name, open.getAny(name))));
      }
      assertThat(read).as("seed %d", seed).isEqualTo(written);
    }
  }

  @Test
  void safetensors_reads_several_files_of_ours() throws IOException {
    SafeTensors.of(arrays()).writeSharded(folder, 60);

    assertThat(NUMPY.lines(READ_SAFETENSORS, folder)).isEqualTo(lines(arrays()));
  }

  @Test
  void a_file_of_safetensors_is_mapped_here() throws IOException {
    var file = folder.resolve("python.safetensors");
    var written = NUMPY.lines(WRITE_SAFETENSORS, file);

    try (var open = SafeTensors.open(file)) {
      var read = new ArrayList<String>();
      open.names().stream().sorted().forEach(name -> read.add(line(name, open.get(name))));
      assertThat(read).isEqualTo(written);
      assertThat(open.metadata()).isEqualTo(Map.of("format", "np"));
    }
  }
}

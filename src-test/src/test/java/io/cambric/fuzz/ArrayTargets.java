package io.cambric.fuzz;

import static io.cambric.fuzz.Inputs.inFile;
import static io.cambric.fuzz.Inputs.recorded;
import static io.cambric.fuzz.Inputs.words;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.io.npy.Npy;
import io.cambric.io.npy.Npz;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.serialization.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Readers of files of arrays. */
final class ArrayTargets {

  /** A limit that a caller sets. */
  private static final int INFLATED = 1 << 20;

  private ArrayTargets() {}

  static List<FuzzTarget> all(Path folder) throws IOException {
    return List.of(
        FuzzTarget.of(
            "msgpack",
            recorded("flax/serialization", ".msgpack", 4_000),
            words("\u00c7", "__msgpack_chunked_array__", "shape", "chunks", "float32", "bfloat16"),
            Serialization::msgpackRestore),
        FuzzTarget.of(
            "safetensors",
            List.of(
                safeTensors(folder),
                recorded("interop/torch-layers", "linear.safetensors").getFirst()),
            words("__metadata__", "data_offsets", "dtype", "shape", "F32", "BF16", "[", "{", "\""),
            inFile(folder.resolve("model.safetensors"), SafeTensors::read)),
        FuzzTarget.of(
            "safetensors, mapped",
            List.of(safeTensors(folder)),
            words("__metadata__", "data_offsets", "dtype", "shape", "F32", "BF16", "[", "{", "\""),
            inFile(folder.resolve("mapped.safetensors"), ArrayTargets::readMapped)),
        FuzzTarget.of(
            "npy",
            recorded(
                "interop/npy",
                "float32.npy",
                "int64-fortran.npy",
                "uint16-big.npy",
                "complex64.npy",
                "bool-0d.npy",
                "version-2.npy",
                "version-3.npy"),
            words("'descr'", "'fortran_order'", "'shape'", "True", "<f4", "|O", "(", ",)", "1L"),
            Npy::readAny),
        FuzzTarget.of(
                "npz",
                recorded("interop/npy", "stored.npz", "deflated.npz", "nested-names.npz"),
                words("PK\u0001\u0002", "PK\u0003\u0004", "PK\u0005\u0006", "../../a.npy", ".npy"),
                inFile(folder.resolve("arrays.npz"), ArrayTargets::readNpz))
            .withLimit(8 * INFLATED));
  }

  private static byte[] safeTensors(Path folder) throws IOException {
    var file = folder.resolve("seed.safetensors");
    SafeTensors.of(
            Map.of(
                "kernel", NdArray.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6),
                "count", NdArray.ofInts(Shape.of(), 7)))
        .withMetadata(Map.of("step", "3"))
        .write(file);
    return Files.readAllBytes(file);
  }

  private static void readMapped(Path file) {
    try (var arrays = SafeTensors.open(file)) {
      arrays.names().forEach(arrays::get);
    }
  }

  private static void readNpz(Path file) {
    try (var arrays = Npz.open(file, INFLATED)) {
      arrays.names().forEach(arrays::getAny);
    }
  }
}

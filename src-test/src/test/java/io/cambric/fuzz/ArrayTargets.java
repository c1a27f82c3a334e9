package io.cambric.fuzz;

import static io.cambric.fuzz.Inputs.inFile;
import static io.cambric.fuzz.Inputs.recorded;
import static io.cambric.fuzz.Inputs.words;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.frameworks.torch.TorchFile;
import io.cambric.io.npy.Npy;
import io.cambric.io.npy.Npz;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.serialization.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Readers of files of arrays. */
final class ArrayTargets {

  /** A limit that a caller sets. */
  private static final int INFLATED = 1 << 20;

  private static final String PICKLE = "data.pkl";

  private static final List<byte[]> TORCH_WORDS =
      words(
          "ctorch._utils\n_rebuild_tensor_v2\n",
          "ccollections\nOrderedDict\n",
          "ctorch\nFloatStorage\n",
          "ctorch\nDoubleStorage\n",
          "(",
          "t",
          "R",
          "b",
          "Q",
          "}",
          "]",
          "u",
          "e",
          "s",
          "h\u0000",
          "q\u0001",
          "0",
          "N",
          ".");

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
            .withLimit(8 * INFLATED),
        FuzzTarget.of(
                "torch, zip",
                recorded("checkpoints/torch", "state-dict.pt", "compressed.pt", "views.pt"),
                words("PK\u0001\u0002", "PK\u0003\u0004", "PK\u0005\u0006", "data.pkl", "big"),
                inFile(folder.resolve("model.pt"), ArrayTargets::readTorch))
            .withLimit(8 * INFLATED),
        FuzzTarget.of(
                "torch, legacy",
                recorded("checkpoints/torch", "state-dict-legacy.pth", "views-legacy.pt"),
                TORCH_WORDS,
                inFile(folder.resolve("model.pth"), ArrayTargets::readTorch))
            .withLimit(8 * INFLATED),
        torchPickle(folder, "torch, pickle of tensors", "state-dict-protocol4.pt"),
        torchPickle(folder, "torch, pickle of values", "nested.pt", "numpy.pt"));
  }

  /**
   * {@return a reader of pickles in sound archives, whose checksums would hide most damage}
   *
   * @param names of recorded files; the first one has the storages of all of them
   */
  private static FuzzTarget torchPickle(Path folder, String title, String... names)
      throws IOException {
    var pickles = new ArrayList<byte[]>();
    for (var name : names) {
      pickles.add(torchRecords(name).get(PICKLE));
    }
    var records = torchRecords(names[0]);
    var file = folder.resolve("pickle.pt");
    FuzzTarget.Reader reader =
        input -> {
          records.put(PICKLE, input);
          try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (var record : records.entrySet()) {
              zip.putNextEntry(new ZipEntry("archive/" + record.getKey()));
              zip.write(record.getValue());
            }
          }
          readTorch(file);
        };
    return FuzzTarget.of(title, pickles, TORCH_WORDS, reader).withLimit(8 * INFLATED);
  }

  /** {@return the records of a recorded archive, by their names in its folder} */
  private static Map<String, byte[]> torchRecords(String name) throws IOException {
    var records = new HashMap<String, byte[]>();
    try (var zip = new ZipFile(Path.of("golden/checkpoints/torch", name).toFile())) {
      for (var entry : Collections.list(zip.entries())) {
        var inside = entry.getName().substring(entry.getName().indexOf('/') + 1);
        records.put(inside, zip.getInputStream(entry).readAllBytes());
      }
    }
    return records;
  }

  private static void readTorch(Path file) {
    try (var weights = TorchFile.open(file, INFLATED)) {
      weights.names().forEach(weights::raw);
    }
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

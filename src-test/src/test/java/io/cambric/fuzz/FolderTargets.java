package io.cambric.fuzz;

import static io.cambric.fuzz.Inputs.inFile;
import static io.cambric.fuzz.Inputs.recorded;
import static io.cambric.fuzz.Inputs.words;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.io.onnx.OnnxModel;
import io.cambric.io.safetensors.SafeTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Readers of files that name other files. A file outside of their folder holds a number that no
 * other file has, so that reading it would show.
 */
final class FolderTargets {

  private static final int SECRET = 0x5ec7e7;

  private FolderTargets() {}

  static List<FuzzTarget> all(Path folder) throws IOException {
    return List.of(checkpoints(folder.resolve("run")), shards(folder), external(folder));
  }

  private static FuzzTarget checkpoints(Path folder) throws IOException {
    var checkpoints = Checkpoints.in(folder);
    var tree =
        Map.of(
            "kernel", NdArray.of(Shape.of(2, 2), 1, 2, 3, 4), "step", 3, "position", new long[2]);
    var file = checkpoints.save(tree, 1);
    return FuzzTarget.of(
        "checkpoints",
        List.of(Files.readAllBytes(file)),
        words("__metadata__", "data_offsets", "dtype", "shape", "version", "kernel", "F32", "\""),
        inFile(
            file,
            _ -> {
              checkpoints.saved();
              checkpoints.restore(tree);
            }));
  }

  private static FuzzTarget shards(Path folder) throws IOException {
    var outside = Files.createDirectories(folder.resolve("outside"));
    secret().write(outside.resolve("secret.safetensors"));
    var model = Files.createDirectories(folder.resolve("model"));
    SafeTensors.of(
            Map.of("a", NdArray.ofInts(Shape.of(3), 1, 2, 3), "b", NdArray.ofInts(Shape.of(1), 4)))
        .writeSharded(model, 16);
    var index = model.resolve("model.safetensors.index.json");
    return FuzzTarget.of(
        "safetensors, sharded",
        List.of(Files.readAllBytes(index)),
        words(
            "../outside/secret.safetensors",
            outside.resolve("secret.safetensors").toAbsolutePath().toString(),
            "model-00001-of-00002.safetensors",
            "weight_map",
            "secret",
            "\\u002e",
            "\""),
        inFile(index, FolderTargets::readShards));
  }

  private static SafeTensors secret() {
    return SafeTensors.of(Map.of("secret", NdArray.ofInts(Shape.of(1), SECRET)));
  }

  private static void readShards(Path index) {
    try (var arrays = SafeTensors.openSharded(index)) {
      arrays.names().forEach(name -> requireNoSecret(arrays.get(name)));
    }
  }

  private static void requireNoSecret(NdArray array) {
    for (int i = 0; i < array.size(); i++) {
      if (array.getDouble(i) == SECRET) {
        throw new AssertionError("a file outside of the folder was read");
      }
    }
  }

  private static FuzzTarget external(Path folder) throws IOException {
    var model = Files.createDirectories(folder.resolve("onnx"));
    for (var name : List.of("external.bin", "external-whole.bin")) {
      Files.write(model.resolve(name), recorded("interop/onnx", name).getFirst());
    }
    var outside = folder.resolve("outside/secret.safetensors");
    return FuzzTarget.of(
        "onnx, external",
        recorded("interop/onnx", "external.onnx"),
        words(
            "../outside/secret.safetensors",
            outside.toAbsolutePath().toString(),
            "location",
            "offset",
            "length"),
        inFile(
            model.resolve("model.onnx"),
            file ->
                OnnxModel.read(file).arrays().values().forEach(FolderTargets::requireNoSecret)));
  }
}

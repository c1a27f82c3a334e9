package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.serialization.Serialization;
import io.cambric.serialization.SerializationOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** A case of a file of Flax: its bytes from the state dict, and the state dict from its bytes. */
final class MsgpackCase implements CaseRunner {

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var file = golden.family().sibling(golden.text("file"));
    var state = StateTree.of(golden, json.get("input"));
    var options = SerializationOptions.DEFAULT;
    if (json.has("maxChunkBytes")) {
      options = options.withMaxChunkBytes(json.get("maxChunkBytes").longValue());
    }
    var how = golden.text("how");
    var bytes =
        switch (how) {
          case "to_bytes" -> Serialization.toBytes(state, options);
          case "msgpack_serialize" -> Serialization.msgpackSerialize(state, options);
          default -> throw new UnsupportedFeature("serialization:msgpack.how=" + how);
        };
    var flax = read(file);
    check.equal("bytes", HexFormat.of().formatHex(flax), HexFormat.of().formatHex(bytes));
    var restored = StateTree.text(StateTree.of(golden, json.at("/expected/restored")));
    check.equal("restored", restored, StateTree.text(Serialization.msgpackRestore(flax)));
    check.equal("of a file", restored, StateTree.text(Serialization.msgpackRestore(file)));
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

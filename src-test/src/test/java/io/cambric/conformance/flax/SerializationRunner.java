package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import java.util.Map;

/** Runner of the cases of files, state dicts and texts, each kind of its own form. */
final class SerializationRunner implements CaseRunner {

  private static final Map<String, CaseRunner> BY_KIND =
      Map.of(
          "frozen_dict", new FrozenDictCase(),
          "msgpack", new MsgpackCase(),
          "restore", new RestoreCase(),
          "tabulate", new TabulateCase(),
          "traverse_util", new FlattenDictCase());

  @Override
  public void run(GoldenCase golden, Check check) {
    var kind = golden.text("kind");
    var runner = BY_KIND.get(kind);
    if (runner == null) {
      throw new UnsupportedFeature("serialization:" + kind);
    }
    runner.run(golden, check);
  }
}

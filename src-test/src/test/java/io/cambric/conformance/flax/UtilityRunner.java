package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import java.util.Map;

/** Runner of the cases of Flax's utilities, each group of its own form. */
final class UtilityRunner implements CaseRunner {

  private static final Map<String, CaseRunner> BY_GROUP =
      Map.of(
          "common_utils", new CommonUtilsCase(),
          "cursor", new CursorCase(),
          "dynamic_scale", new DynamicScaleCase(),
          "early_stopping", new EarlyStoppingCase(),
          "filters", new FilterCase(),
          "intercept", new InterceptCase(),
          "lr_schedule", new LrScheduleCase(),
          "struct", new StructCase(),
          "traversal", new TraversalCase());

  @Override
  public void run(GoldenCase golden, Check check) {
    var group = golden.text("group");
    var runner = BY_GROUP.get(group);
    if (runner == null) {
      throw new UnsupportedFeature("utility:" + group);
    }
    runner.run(golden, check);
  }

  /** {@return whether a group of utilities exists} */
  static boolean has(String group) {
    return BY_GROUP.containsKey(group);
  }
}

package io.cambric.testing;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets a class of tests run when the sample of this build has it. */
final class SampledCondition implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    var type = context.getRequiredTestClass();
    return Sample.has(type.getName())
        ? ConditionEvaluationResult.enabled("the sample has it")
        : ConditionEvaluationResult.disabled(Sample.left(type.getSimpleName()));
  }
}

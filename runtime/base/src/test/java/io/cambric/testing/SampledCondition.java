package io.cambric.testing;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Lets tests run when the sample of this build has them. */
final class SampledCondition implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    // JUnit asks for the methods of a sampled class, too.
    if (!AnnotationSupport.isAnnotated(context.getElement(), Sampled.class)) {
      return ConditionEvaluationResult.enabled("is no family of its own");
    }
    var type = context.getRequiredTestClass().getSimpleName();
    var name = context.getTestMethod().map(test -> type + "." + test.getName()).orElse(type);
    return Sample.has(name)
        ? ConditionEvaluationResult.enabled("the sample has it")
        : ConditionEvaluationResult.disabled(Sample.left(name));
  }
}

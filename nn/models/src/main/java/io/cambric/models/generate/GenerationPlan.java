package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import java.util.List;

/**
 * The parts of a generation that another program is compiled for.
 *
 * @param maxTokens new tokens of a sequence at most
 * @param stopTokens tokens that end a sequence
 * @param padToken token behind the end of a sequence
 * @param keepsLogits whether logits are returned
 */
@PyTree
record GenerationPlan(
    @Static int maxTokens,
    @Static List<Integer> stopTokens,
    @Static int padToken,
    @Static boolean keepsLogits)
    implements GenerationPlanWith {

  GenerationPlan {
    stopTokens = List.copyOf(stopTokens);
  }
}

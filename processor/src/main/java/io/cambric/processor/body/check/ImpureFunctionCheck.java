package io.cambric.processor.body.check;

import com.sun.source.util.TreePath;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.TracedFunctions;

/**
 * Finds effects of functions that transformations trace. They are reads of Java's random generators
 * and clocks, changes of names from outside of the function, and prints of tracers. Such an effect
 * happens when the function is traced, and not when its program runs. Generators and clocks are
 * found in the methods of definitions, too, because every model is compiled sooner or later.
 */
public final class ImpureFunctionCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    var effects = new TracedEffects(type, trees, report);
    TracedFunctions.in(type, trees).forEach(effects::ofFunction);
    DefinitionScanner.methods(DefinitionScanner.definitions(type, trees))
        .forEach(method -> effects.ofModule(method.path()));
  }
}

package io.cambric.processor.body.flow;

import io.cambric.processor.read.Owners;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * The effects of a method and its lambdas. All overloads of a method share one summary.
 *
 * @param mentions the methods that it calls or mentions
 * @param automatic the module classes that it constructs under an automatic name
 * @param certain the modules that each run makes, each with the method that is called directly on
 *     it, if any
 */
public record MethodSummary(Set<Mention> mentions, Set<String> automatic, Set<Mention> certain) {

  /**
   * A method that is called or mentioned.
   *
   * @param owner the canonical name of the class that declares it
   * @param name its name
   */
  public record Mention(String owner, String name) {

    public static Mention of(ExecutableElement method) {
      var owner = (TypeElement) Owners.of(method);
      return new Mention(owner.getQualifiedName().toString(), method.getSimpleName().toString());
    }
  }

  /** {@return a summary that is still empty} */
  static MethodSummary empty() {
    return new MethodSummary(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
  }
}

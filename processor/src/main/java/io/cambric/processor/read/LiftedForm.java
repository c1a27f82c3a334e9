package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import java.util.List;

/**
 * A class nested in each generated class: the module under one kind of lifted transformation, with
 * its options as methods.
 *
 * @param name its simple name
 * @param verbs the interface of its options
 * @param words what happens to the methods of the module
 * @param makers the names of the methods of the module that return it
 */
public record LiftedForm(String name, ClassName verbs, String words, List<String> makers) {

  /** The forms that every module has, in the order of the type arguments of its interface. */
  public static final List<LiftedForm> ALL =
      List.of(
          new LiftedForm("Vmapped", verbs("Vmap"), "mapped over axes", List.of("vmap", "pmap")),
          new LiftedForm("Scanned", verbs("Scan"), "run in a loop", List.of("scan")),
          new LiftedForm("Rematted", verbs("Remat"), "checkpointed", List.of("remat")),
          new LiftedForm(
              "VariablesMapped",
              verbs("MapVariables"),
              "with transformed collections",
              List.of("mapVariables")));

  private static ClassName verbs(String kind) {
    return ClassName.get(RuntimeTypes.MODULE.packageName(), kind + "Verbs");
  }
}

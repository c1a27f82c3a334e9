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
 * @param makers the methods of the module that return it
 */
public record LiftedForm(String name, ClassName verbs, String words, List<Maker> makers) {

  /**
   * A method that transforms a module.
   *
   * @param name of the method
   * @param lift the class of the transformation
   * @param constant the transformation without options
   * @param doc what the method returns
   */
  public record Maker(String name, ClassName lift, String constant, String doc) {}

  /** The forms that every module has. */
  public static final List<LiftedForm> ALL =
      List.of(
          new LiftedForm(
              "Vmapped",
              verbs("Vmap"),
              "mapped over axes",
              List.of(
                  new Maker(
                      "vmap",
                      lift("Vmap"),
                      "NONE",
                      "{@return this module with methods mapped over axes of arguments, variables and "
                          + "results;\noptions follow}"),
                  new Maker(
                      "pmap",
                      lift("Vmap"),
                      "WORKERS",
                      "{@return this module with methods mapped like {@link #vmap}, with a worker "
                          + "thread for each\nlane}"))),
          new LiftedForm(
              "Scanned",
              verbs("Scan"),
              "run in a loop",
              List.of(
                  new Maker(
                      "scan",
                      lift("Scan"),
                      "NONE",
                      "{@return this module with methods run in a loop; options follow} The first argument"
                          + " is the\ncarry. The result is the next carry, or a\n{@link"
                          + " io.cambric.transform.result.Carry} with an output."))),
          new LiftedForm(
              "Rematted",
              verbs("Remat"),
              "checkpointed",
              List.of(
                  new Maker(
                      "remat",
                      lift("Remat"),
                      "ALL",
                      "{@return this module with methods checkpointed: the residuals are only their "
                          + "arguments;\noptions follow}"))),
          new LiftedForm(
              "VariablesMapped",
              verbs("MapVariables"),
              "with transformed collections",
              List.of(
                  new Maker(
                      "mapVariables",
                      lift("MapVariables"),
                      "NONE",
                      "{@return this module with methods that see transformed collections; options follow}"))));

  private static ClassName verbs(String kind) {
    return ClassName.get(RuntimeTypes.MODULE.packageName(), kind + "Verbs");
  }

  private static ClassName lift(String kind) {
    return ClassName.get("io.cambric.scope.lift", kind + "Lift");
  }
}

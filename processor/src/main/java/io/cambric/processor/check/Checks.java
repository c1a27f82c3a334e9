package io.cambric.processor.check;

import io.cambric.processor.read.InheritedMethods;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.ElementReport;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** All checks of signatures and types. */
public final class Checks {

  private final ElementReport report;
  private final PlacementCheck placement;
  private final List<FormCheck> moduleForms;
  private final List<FormCheck> treeForms;
  private final List<ModuleCheck> modules;

  /**
   * Checks that use the compiler's utilities and report to {@code report}.
   *
   * @param inherited the methods of every generated class
   */
  public Checks(Elements elements, Types types, InheritedMethods inherited, ElementReport report) {
    this.report = report;
    this.placement = new PlacementCheck(report);
    var visibility = new Visibility(elements);
    var valueTypes = new ValueTypes(elements, types);
    var implicitClass = new ImplicitClassCheck(elements);
    moduleForms =
        List.of(new ModuleFormCheck(), implicitClass, new MethodFormCheck(), new SetupFormCheck());
    treeForms =
        List.of(
            new TreeFormCheck(),
            implicitClass,
            new TreeComponentCheck(valueTypes, elements, types));
    modules =
        List.of(
            new ComponentIsValueCheck(valueTypes),
            new ThrowsNothingCheckedCheck(elements, types),
            new VisibilityCheck(elements, visibility),
            new MemberCollisionCheck(inherited),
            new NowrapTakesNoPartsCheck(),
            new ScopeNameCheck(),
            new InterfaceCheck(elements, types, visibility),
            new DimsCheck(),
            new KnownParamsCheck());
  }

  /** {@return whether a {@code @Module} type may be read} */
  public boolean mayReadModule(TypeElement type) {
    return passes(moduleForms, type);
  }

  /** {@return whether a {@code @PyTree} type may be read} */
  public boolean mayReadTree(TypeElement type) {
    return passes(treeForms, type);
  }

  /**
   * Checks a definition that has been read.
   *
   * @return the module as it may be written
   */
  public ModuleModel check(ModuleModel module) {
    var checked = module;
    for (var check : modules) {
      checked = check.check(checked, report);
    }
    return checked;
  }

  /** Checks that an annotation on a member is where it belongs. */
  public void checkPlacement(String annotation, Element element) {
    placement.check(annotation, element);
  }

  private boolean passes(List<FormCheck> checks, TypeElement type) {
    boolean passes = true;
    for (var check : checks) {
      passes &= check.check(type, report);
    }
    return passes;
  }
}

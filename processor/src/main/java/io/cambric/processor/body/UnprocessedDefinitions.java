package io.cambric.processor.body;

import com.palantir.javapoet.ClassName;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.cambric.processor.body.check.BodyReport;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.InheritedMethods;
import io.cambric.processor.read.ModuleReader;
import io.cambric.processor.read.PyTreeModel;
import io.cambric.processor.read.ReadResult;
import io.cambric.processor.read.RoundTypes;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Severities;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * Finds definitions whose classes are neither among the sources nor on the class path, because the
 * annotation processor did not run. Mutable: it remembers which stages the compiler has begun, and
 * reports once in a compilation.
 *
 * <p>The check runs when all files are entered and no processor runs any more, before the compiler
 * analyzes bodies that use the missing classes. After an error in a declaration no processor runs,
 * and that error says enough. Where other processors ran, the check looks only at definitions for
 * which the processor would have written a class. It skips pytrees there, since a pytree works
 * without a flattener, by reflection.
 */
final class UnprocessedDefinitions {

  private final JavacTask task;
  private final Severities severities;
  private final List<CompilationUnitTree> entered = new ArrayList<>();
  private boolean processing;
  private boolean reported;

  UnprocessedDefinitions(JavacTask task, Severities severities) {
    this.task = task;
    this.severities = severities;
  }

  /** Remembers that processors run, and looks before the first class is analyzed. */
  void started(TaskEvent event) {
    switch (event.getKind()) {
      case ANNOTATION_PROCESSING -> processing = true;
      case ANALYZE -> {
        var units = List.copyOf(entered);
        entered.clear();
        var trees = Trees.instance(task);
        if (units.stream().noneMatch(unit -> EnterErrors.in(unit, trees, task.getTypes()))) {
          units.forEach(this::look);
        }
      }
      default -> {}
    }
  }

  /** Remembers a file that is entered, now or after the processors. */
  void finished(TaskEvent event) {
    if (event.getKind() == TaskEvent.Kind.ENTER && event.getCompilationUnit() != null) {
      entered.add(event.getCompilationUnit());
    }
  }

  private void look(CompilationUnitTree unit) {
    var trees = Trees.instance(task);
    var file = new TreePath(unit);
    for (var declared : unit.getTypeDecls()) {
      if (trees.getElement(new TreePath(file, declared)) instanceof TypeElement type) {
        look(type, trees);
      }
    }
  }

  private void look(TypeElement type, Trees trees) {
    if (!reported && type.getKind() == ElementKind.RECORD) {
      if (Annotated.has(type, Annotated.MODULE) && lacksModule(type)) {
        report(type, ElementNames.module(type.getSimpleName().toString()), trees);
      } else if (Annotated.has(type, Annotated.PY_TREE) && lacksFlattener(type)) {
        report(type, PyTreeModel.flattener(ClassName.get(type)).simpleName(), trees);
      }
    }
    ElementFilter.typesIn(type.getEnclosedElements()).forEach(nested -> look(nested, trees));
  }

  private boolean lacksModule(TypeElement type) {
    var elements = task.getElements();
    var name = ModuleReader.moduleName(type, elements).canonicalName();
    return elements.getTypeElement(name) == null
        && (!processing
            || reader().read(type, new RoundTypes(List.of())) instanceof ReadResult.Complete);
  }

  private ModuleReader reader() {
    var elements = task.getElements();
    var types = task.getTypes();
    return new ModuleReader(elements, types, new InheritedMethods(elements, types));
  }

  private boolean lacksFlattener(TypeElement type) {
    var name = PyTreeModel.flattener(ClassName.get(type)).canonicalName();
    return !processing && task.getElements().getTypeElement(name) == null;
  }

  private void report(TypeElement type, String missing, Trees trees) {
    var path = trees.getPath(type);
    if (path != null) {
      reported = true;
      new BodyReport(trees, severities)
          .about(
              DiagnosticCode.PROCESSOR_NOT_RUN,
              path,
              "The annotation processor did not process %s, so there is no class %s."
                  .formatted(type.getSimpleName(), missing),
              "Since JDK 23, javac runs processors from the class path only with -proc:full. "
                  + "Add that option, or add the jar io.cambric:cambric-processor to "
                  + "-processorpath, in Maven to annotationProcessorPaths, in Gradle to "
                  + "annotationProcessor.");
    }
  }
}

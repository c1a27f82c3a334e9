package io.cambric.processor;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Counts the originating elements of each source file that a processor writes. */
final class OriginsRecorder extends AbstractProcessor {

  private final Processor processor;
  private final Map<String, Integer> origins;

  OriginsRecorder(Processor processor, Map<String, Integer> origins) {
    this.processor = processor;
    this.origins = origins;
  }

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return processor.getSupportedAnnotationTypes();
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    var filer = environment.getFiler();
    var recording =
        proxy(
            Filer.class,
            (method, arguments) -> {
              if (method.getName().equals("createSourceFile")) {
                origins.put(arguments[0].toString(), ((Element[]) arguments[1]).length);
              }
              return method.invoke(filer, arguments);
            });
    processor.init(
        proxy(
            ProcessingEnvironment.class,
            (method, arguments) ->
                method.getName().equals("getFiler")
                    ? recording
                    : method.invoke(environment, arguments)));
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    return processor.process(annotations, round);
  }

  /** A call to be answered. */
  private interface Answer {
    Object to(Method method, Object[] arguments)
        throws IllegalAccessException, InvocationTargetException;
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                return answer.to(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
